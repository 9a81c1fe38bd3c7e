import { BASE_URL_PROBLEMS } from "./messages.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Why a text is not a usable base URL; null if it is one. The core checks again. */
export function baseUrlProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return BASE_URL_PROBLEMS.empty;
  if (!URL.canParse(trimmed)) return BASE_URL_PROBLEMS.notUrl;
  const url = new URL(trimmed);
  if (url.username !== "" || url.password !== "") return BASE_URL_PROBLEMS.credentials;
  if (url.protocol === "https:") return null;
  if (url.protocol !== "http:") return BASE_URL_PROBLEMS.scheme;
  return LOOPBACK.has(url.hostname) ? null : BASE_URL_PROBLEMS.insecure;
}
