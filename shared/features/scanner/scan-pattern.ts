/** The part of a scanned text to look up. It counts if the whole text is no id and no name. */
export type ScanPattern =
  /** The text between a prefix and a suffix, both of which may be empty. */
  | { readonly part: "between"; readonly prefix: string; readonly suffix: string }
  /** The last segment of a URL's path. */
  | { readonly part: "lastSegment" }
  /** A parameter of a URL's query. */
  | { readonly part: "parameter"; readonly name: string };

/** Takes the part of a scanned text that a pattern names; null if the text does not match. */
export function partOfScan(pattern: ScanPattern, text: string): string | null {
  const part = rawPart(pattern, text)?.trim() ?? "";
  return part === "" ? null : part;
}

/**
 * The texts to look up for a scan, in their order: the text as it was scanned, because a name may begin or end with a
 * blank; the text without outer blanks; the part that the user's pattern names.
 */
export function textsOfScan(pattern: ScanPattern | null, text: string): readonly string[] {
  const whole = text.trim();
  const part = pattern && partOfScan(pattern, whole);
  return [...(text === whole ? [] : [text]), whole, ...(part === null ? [] : [part])];
}

function rawPart(pattern: ScanPattern, text: string): string | null {
  if (pattern.part === "between") {
    const { prefix, suffix } = pattern;
    const fits =
      text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
    return fits ? text.slice(prefix.length, text.length - suffix.length) : null;
  }
  const [address = ""] = text.split("#");
  const at = address.indexOf("?");
  if (pattern.part === "lastSegment") {
    const path = (at < 0 ? address : address.slice(0, at)).replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
    // The first segment is the host.
    const [, ...segments] = path.split("/").filter((segment) => segment !== "");
    return decoded(segments.at(-1));
  }
  const pairs = at < 0 ? [] : address.slice(at + 1).split("&");
  const found = pairs.find((pair) => decoded(pair.split("=")[0]) === pattern.name);
  return decoded(found?.slice(found.indexOf("=") + 1).replaceAll("+", " "));
}

/** A part of a URL without its escapes; null if it has a malformed one. */
function decoded(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
