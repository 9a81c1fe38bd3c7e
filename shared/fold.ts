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
 * @param folded the folded text, where the caller has it already.
 */
export function naturalKey(text: string, folded: string = fold(text)): string {
  return folded.replace(/\d+/g, (digits) => {
    const number = digits.startsWith("0") ? digits.replace(/^0+(?=\d)/, "") : digits;
    return String.fromCharCode(0x30 + Math.min(number.length, 70)) + number;
  });
}
