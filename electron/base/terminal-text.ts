/**
 * Characters that a terminal obeys instead of showing them: C0 but for the line feed, DEL, C1, and those that turn the
 * direction of what follows (CVE-2021-42574).
 */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text for a terminal: characters that it would obey are escaped as in JSON, so that a line of JSON stays the same
 * JSON. Lines stay lines. @security names and messages of a service may contain anything.
 */
export function terminalText(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text as one line for a terminal: line breaks are escaped, too. */
export function terminalLine(text: string): string {
  return terminalText(text).replaceAll("\n", String.raw`\n`);
}
