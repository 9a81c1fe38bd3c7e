/** The text without case and diacritics, so that "Käfig" is found by "kafig": what every text search compares. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Many names are plain ASCII, for which normalisation changes nothing and only costs.
  // oxlint-disable-next-line no-control-regex -- the range is the definition of ASCII
  return /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize("NFKD").replace(/\p{Mn}+/gu, "");
}

const [ZERO, NINE] = [0x30, 0x39];
/** Numbers with more digits are in the order of their texts. */
const LONGEST_NUMBER = 70;

/**
 * A key whose plain order is the natural order of names: case and diacritics aside, "Roll 2" before "Roll 10".
 * A run of digits is preceded by a character that stands for its length.
 * @param folded the folded text, where the caller has it already.
 */
export function naturalKey(text: string, folded: string = fold(text)): string {
  let key = "";
  let taken = 0;
  // By hand: with a regular expression and a function called for each run it takes four times as long.
  for (let index = 0; index < folded.length; index += 1) {
    if (!isDigit(folded, index)) continue;
    const run = index;
    while (isDigit(folded, index + 1)) index += 1;
    let first = run;
    while (first < index && folded.charCodeAt(first) === ZERO) first += 1;
    const length = Math.min(index + 1 - first, LONGEST_NUMBER);
    key += folded.slice(taken, run) + String.fromCharCode(ZERO + length) + folded.slice(first, index + 1);
    taken = index + 1;
  }
  return taken === 0 ? folded : key + folded.slice(taken);
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}
