import { fold } from "./fold.ts";

const [ZERO, NINE, STOP, COMMA] = [0x30, 0x39, 0x2e, 0x2c];
/** The number of digits that one character of the length mark can count. */
const COUNTED_DIGITS = 70;
const SEVENTY = String.fromCharCode(ZERO + COUNTED_DIGITS);
/** A mark in front of a fraction. The mark sorts after everything that can follow a whole number. */
const FRACTION = "\u{10FFFF}";
/** A mark at the end of a fraction. The mark sorts before every digit. */
const END = "!";

/** The keys for searching and sorting by a name. */
export interface NameKeys {
  readonly folded: string;
  readonly natural: string;
}

/** Makes both keys of a name. */
export function nameKeys(name: string): NameKeys {
  const folded = fold(name);
  return { folded, natural: naturalOf(folded) };
}

/**
 * Makes a key whose order by code points is the natural order of names. Names are folded, and numbers sort by value, so
 * that "Roll 2" comes before "Roll 10", and "0.125" before "0,5". One full stop or comma between digits is a decimal
 * sign; numbers with several of these signs ("1.9.10", "01.09.2026") compare part by part. README.md has the encoding.
 */
export function naturalKey(text: string): string {
  return naturalOf(fold(text));
}

/** Compares two names in their natural order. Names with the same key are equal. */
export function compareNatural(left: string, right: string): number {
  return compareKeys(naturalKey(left), naturalKey(right));
}

/** Sorts entries by name in the natural order of the tables. @param nameOf the name of an entry. */
export function sortNaturally<T>(entries: readonly T[], nameOf: (entry: T) => string): readonly T[] {
  return entries
    .map((entry) => [naturalKey(nameOf(entry)), entry] as const)
    .toSorted(([left], [right]) => compareKeys(left, right))
    .map(([, entry]) => entry);
}

/**
 * Compares texts by code points, as SQLite does. A comparison of UTF-16 units would sort code points above U+FFFF
 * before U+E000.
 */
function compareKeys(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    const [isHigh, isOtherHigh] = [isSurrogate(one), isSurrogate(other)];
    return isHigh === isOtherHigh ? one - other : Number(isHigh) - Number(isOtherHigh);
  }
  return left.length - right.length;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function naturalOf(folded: string): string {
  let key = "";
  let taken = 0;
  // A loop, because a regular expression with a callback takes four times as long.
  for (let index = 0; index < folded.length; index += 1) {
    // A fast path: most characters in names are letters, whose codes are above the digits' codes.
    if (folded.charCodeAt(index) > NINE) continue;
    if (!isDigit(folded, index) && !isBareFraction(folded, index)) continue;
    key += folded.slice(taken, index);
    const whole = endOfDigits(folded, index);
    const fraction = isSign(folded, whole) ? endOfDigits(folded, whole + 1) : whole;
    if (!isSign(folded, fraction) || fraction === whole) {
      key += wholeKey(folded, index, whole) + fractionKey(folded, whole + 1, fraction);
      taken = fraction;
    } else {
      // A number with several decimal signs keeps them, and its parts are compared one by one.
      taken = index;
      let end = whole;
      for (;;) {
        key += wholeKey(folded, taken, end);
        taken = end;
        if (!isSign(folded, end)) break;
        key += folded.charAt(end);
        taken = end + 1;
        end = endOfDigits(folded, taken);
      }
    }
    index = taken - 1;
  }
  return key === "" ? folded : key + folded.slice(taken);
}

/**
 * Encodes a whole number: a mark for the number of its digits, then the digits without leading zeros. Zero has no
 * digits.
 */
function wholeKey(text: string, from: number, to: number): string {
  if (from === to) return "10";
  let first = from;
  while (first < to - 1 && text.charCodeAt(first) === ZERO) first += 1;
  const length = to - first;
  const mark = String.fromCharCode(ZERO + (length % COUNTED_DIGITS));
  const digits = text.slice(first, to);
  return length < COUNTED_DIGITS ? mark + digits : SEVENTY.repeat(length / COUNTED_DIGITS) + mark + digits;
}

/** The digits of a fraction without trailing zeros; empty if the fraction is zero. */
function fractionKey(text: string, from: number, to: number): string {
  let last = to;
  while (last > from && text.charCodeAt(last - 1) === ZERO) last -= 1;
  return last > from ? FRACTION + text.slice(from, last) + END : "";
}

/** True if a number without whole digits begins at an index: ".125" at the start of a word. */
function isBareFraction(text: string, index: number): boolean {
  if (!isSign(text, index) || (index > 0 && text.charAt(index - 1) !== " ")) return false;
  return !isSign(text, endOfDigits(text, index + 1));
}

/** Whether a full stop or comma at an index is followed by a digit. */
function isSign(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code === STOP || code === COMMA) && isDigit(text, index + 1);
}

function endOfDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text, end)) end += 1;
  return end;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}
