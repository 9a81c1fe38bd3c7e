const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Says what keeps a text from being a base URL, or null where nothing does. The core checks again. */
export function baseUrlProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return "Enter the base URL of the inventory API.";
  if (!URL.canParse(trimmed)) return "This is not a URL. It should look like https://inventory.example.com";
  const url = new URL(trimmed);
  if (url.username !== "" || url.password !== "") return "Leave name and password out of the URL.";
  if (url.protocol === "https:") return null;
  if (url.protocol !== "http:") return "The URL must begin with https://";
  return LOOPBACK.has(url.hostname)
    ? null
    : "Only https:// is safe for the key (http:// works on this machine alone).";
}
