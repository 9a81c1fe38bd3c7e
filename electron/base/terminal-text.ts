/**
 * Characters that a terminal obeys instead of showing them: C0 except the line feed, DEL, C1, and characters that
 * change the direction of the following text (CVE-2021-42574).
 */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Escapes the characters of a text that a terminal would obey. The escapes are those of JSON, so that a line of JSON
 * keeps its meaning. Line breaks are not escaped.
 * @security names and messages of a service may contain any character.
 */
export function terminalText(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Escapes a text for one line of a terminal. Line breaks are escaped too. */
export function terminalLine(text: string): string {
  return terminalText(text).replaceAll("\n", String.raw`\n`);
}
