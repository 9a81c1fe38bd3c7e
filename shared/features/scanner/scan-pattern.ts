/** The characters that separate the parts of a code (ISO/IEC 15434, GS1 General Specifications 7.8). */
export const SEPARATORS = { GS: "\u001d", RS: "\u001e", EOT: "\u0004" } as const;

/**
 * A rule that finds the part of a scanned text to look up. The part is looked up if the whole text is neither an id nor
 * a name.
 */
export type ScanPattern =
  /** The value of one element of a GS1 code. The application identifier, such as "21", names the element. */
  | { readonly part: "gs1"; readonly identifier: string }
  /** The text after a prefix, in the first segment that begins with this prefix. */
  | { readonly part: "segment"; readonly prefix: string }
  /** The text between a prefix and a suffix. Both may be empty. Separators in them are written as "<GS>". */
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
 * The texts to look up for a scan, in their order: first the text as scanned, because a name may begin or end
 * with a blank; then the text without outer blanks and separators; then the part that the user's pattern names.
 */
export function textsOfScan(pattern: ScanPattern | null, text: string): readonly string[] {
  const whole = text.replaceAll(OUTER_BLANKS, "");
  if (whole === "") return [text];
  const part = pattern && (partOfScan(pattern, text.trim()) ?? partOfScan(pattern, whole));
  return [...(text === whole ? [] : [text]), whole, ...(part === null ? [] : [part])];
}

function rawPart(pattern: ScanPattern, text: string): string | null {
  if (pattern.part === "gs1") return gs1Elements(text)?.get(pattern.identifier) ?? null;
  if (pattern.part === "segment") {
    const { prefix } = pattern;
    const segment = text.split(SEPARATOR).find((part) => part !== "" && part.startsWith(prefix));
    return segment?.slice(prefix.length) ?? null;
  }
  if (pattern.part === "between") {
    const [prefix, suffix] = [readSeparators(pattern.prefix), readSeparators(pattern.suffix)];
    const fits =
      text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
    return fits ? text.slice(prefix.length, text.length - suffix.length) : null;
  }
  const [address = ""] = text.split("#");
  const at = address.indexOf("?");
  if (pattern.part === "lastSegment") {
    const path = (at < 0 ? address : address.slice(0, at)).replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
    // The first segment of the path is the host.
    const [, ...segments] = path.split("/").filter((segment) => segment !== "");
    return decoded(segments.at(-1));
  }
  const pairs = at < 0 ? [] : address.slice(at + 1).split("&");
  const found = pairs.find((pair) => decoded(pair.split("=")[0]) === pattern.name);
  return decoded(found?.slice(found.indexOf("=") + 1).replaceAll("+", " "));
}

/** Writes the separators of a scanned text as "<GS>", because separators are invisible. */
export const showSeparators = (text: string): string =>
  Object.entries(SEPARATORS).reduce((shown, [name, sign]) => shown.replaceAll(sign, `<${name}>`), text);

/** Reverses `showSeparators`. */
export const readSeparators = (text: string): string =>
  Object.entries(SEPARATORS).reduce((read, [name, sign]) => read.replaceAll(`<${name}>`, sign), text);

const SIGNS = Object.values(SEPARATORS).join("");
const OUTER_BLANKS = new RegExp(`^[\\s${SIGNS}]+|[\\s${SIGNS}]+$`, "g");
export const SEPARATOR = new RegExp(`[${SIGNS}]`, "g");
/** The prefix in which a scanner reports the kind of code (ISO/IEC 15424). */
const GS1_PREFIX = /^\][A-Za-z]\d/;
/**
 * The number of digits of an application identifier, by its first two digits. All other identifiers have two digits.
 */
const IDENTIFIER_DIGITS: readonly (readonly [pattern: RegExp, digits: number])[] = [
  [/^(?:2[3-5]|4[0-2]|71)/, 3],
  [/^(?:3[1-69]|43|7[02]|8[0-2])/, 4],
];
/**
 * The number of digits of elements without a separator, by their first digits (figure 7.8.5-2). The number includes the
 * identifier.
 */
const FIXED_DIGITS: readonly (readonly [pattern: RegExp, digits: number])[] = [
  [/^00/, 20],
  [/^0[1-3]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
];

/**
 * The elements of a GS1 code by their application identifiers (GS1 General Specifications 7.8); null if the text is not
 * a GS1 code. An element without a fixed length ends at GS or at the end of the code. In the human-readable form,
 * identifiers are in brackets.
 */
function gs1Elements(text: string): ReadonlyMap<string, string> | null {
  if (/^(?:\(\d{2,4}\)[^()]+)+$/.test(text))
    return new Map(
      [...text.matchAll(/\((\d+)\)([^()]+)/g)].map(([, name = "", value = ""]) => [name, value]),
    );
  const found = new Map<string, string>();
  const withoutStart = (end: string): string => (end.startsWith(SEPARATORS.GS) ? end.slice(1) : end);
  let rest = withoutStart(text.replace(GS1_PREFIX, ""));
  while (rest !== "") {
    const digits = (list: typeof FIXED_DIGITS): number | undefined =>
      list.find(([pattern]) => pattern.test(rest))?.[1];
    const name = rest.slice(0, digits(IDENTIFIER_DIGITS) ?? 2);
    const separator = rest.indexOf(SEPARATORS.GS);
    const end = digits(FIXED_DIGITS) ?? (separator < 0 ? rest.length : separator);
    const value = rest.slice(name.length, end);
    if (!/^\d{2,4}$/.test(name) || value === "" || end > rest.length || value.search(SEPARATOR) >= 0)
      return null;
    // Only the first of repeated elements counts.
    if (!found.has(name)) found.set(name, value);
    rest = withoutStart(rest.slice(end));
  }
  return found;
}

/** Decodes the escapes in a part of a URL; null if an escape is malformed. */
function decoded(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}
