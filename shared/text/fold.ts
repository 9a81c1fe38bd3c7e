/** The first combining mark. Characters before it in Unicode fold one by one. */
const FIRST_MARK = 0x300;
const FIRST_BEYOND_ASCII = 0x80;
/** A cache of what those characters fold to. */
const LATIN: (string | undefined)[] = [];

/** The text without case and diacritics, so that "Käfig" is found by "kafig": what every text search compares. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  let folded = "";
  let taken = 0;
  // Character by character for what most names are made of: to normalise "40 µm × 3 m" takes ten times as long.
  for (let index = 0; index < lower.length; index += 1) {
    const code = lower.charCodeAt(index);
    if (code < FIRST_BEYOND_ASCII) continue;
    if (code >= FIRST_MARK) return foldAny(lower);
    folded += lower.slice(taken, index) + (LATIN[code] ??= foldAny(lower.charAt(index)));
    taken = index + 1;
  }
  return taken === 0 ? lower : folded + lower.slice(taken);
}

function foldAny(lower: string): string {
  return lower.normalize("NFKD").replace(/\p{Mn}+/gu, "");
}

const [ZERO, NINE] = [0x30, 0x39];
/** Numbers with more digits are in the order of their texts. */
const LONGEST_NUMBER = 70;

/** The keys that a name is searched and sorted by. */
export interface NameKeys {
  readonly folded: string;
  readonly natural: string;
}

/** Both keys of a name. */
export function nameKeys(name: string): NameKeys {
  const folded = fold(name);
  return { folded, natural: naturalOf(folded) };
}

/**
 * A key whose plain order is the natural order of names: case and diacritics aside, "Roll 2" before "Roll 10".
 * A run of digits is preceded by a character that stands for its length.
 */
export function naturalKey(text: string): string {
  return naturalOf(fold(text));
}

function naturalOf(folded: string): string {
  let key = "";
  let taken = 0;
  // By hand: with a regular expression and a function called for each run it takes four times as long.
  for (let index = 0; index < folded.length; index += 1) {
    if (!isDigit(folded, index)) continue;
    const run = index;
    while (isDigit(folded, index + 1)) index += 1;
    // Leading zeros do not count.
    let first = run;
    while (first < index && folded.charCodeAt(first) === ZERO) first += 1;
    key += folded.slice(taken, run) + lengthMark(index + 1 - first);
    taken = first;
  }
  return key === "" ? folded : key + folded.slice(taken);
}

function lengthMark(digits: number): string {
  return String.fromCharCode(ZERO + Math.min(digits, LONGEST_NUMBER));
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}
