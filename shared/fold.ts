/** The text without case and diacritics, so that "Käfig" is found by "kafig": what every text search compares. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain ASCII, for which normalisation changes nothing and only costs.
  // oxlint-disable-next-line no-control-regex -- the range is the definition of ASCII
  return /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize("NFKD").replace(/\p{Mn}+/gu, "");
}

/**
 * A key whose plain order is the natural order of names: case and diacritics aside, "Roll 2" before "Roll 10".
 * A run of digits is preceded by a character that stands for its length.
 */
export function naturalKey(text: string): string {
  return fold(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, "");
    return String.fromCharCode(0x30 + Math.min(number.length, 70)) + number;
  });
}
