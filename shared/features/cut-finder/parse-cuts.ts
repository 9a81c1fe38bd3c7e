import { splitNumberList, type NumberReader } from "../../base/text/read-number.ts";
import { MAX_PIECES, type Cut } from "./cut-types.ts";
import { PROBLEMS } from "./messages.ts";

export interface CutText {
  /** The unit of the lengths, which may follow a number; null if there is no unit. */
  readonly unit: string | null;
  /** Reads and writes numbers as the user's language does. */
  readonly numbers: NumberReader;
}

export type ParsedCuts =
  | { readonly cuts: readonly Cut[]; readonly problem: null }
  | { readonly cuts: null; readonly problem: string };

/**
 * Separators of cuts, in addition to the separators of any list of numbers: “+”, and the word “and” in the app's
 * languages. A word of one letter needs blanks around it, because a unit may also have one letter.
 */
const SEPARATOR = /\+|(?<=\s|\p{Nd})(?:and|und|et)(?=\s|\p{Nd}|$)|(?<=\s)[ey](?=\s)/iu;
const PART = /^(?:(?<count>[^×x*]+?)\s*[×x*]\s*)?(?<length>.*\p{Nd})\s*(?<unit>\p{L}*)$/iu;
/** A unit after the number of pieces shows that the user swapped number and length. */
const WITH_LETTERS = /\p{L}/u;
const MAX_DECIMALS = 6;
const MAX_LENGTH = 1e9;

/**
 * Reads a line such as “3 × 12.5 and 1 × 40”. “and”, “;”, “+”, line ends, or commas before a blank separate its parts.
 */
export function parseCuts(text: string, how: CutText): ParsedCuts {
  const parts = splitNumberList(text)
    .flatMap((part) => part.split(SEPARATOR))
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return { cuts: null, problem: PROBLEMS.none({ example: how.numbers.write(12.5) }) };
  const cuts: Cut[] = [];
  for (const part of parts) {
    const cut = parsePart(part, how);
    if (typeof cut === "string") return { cuts: null, problem: cut };
    cuts.push(cut);
  }
  const pieces = cuts.reduce((sum, { count }) => sum + count, 0);
  return pieces > MAX_PIECES
    ? { cuts: null, problem: PROBLEMS.tooMany({ most: MAX_PIECES }) }
    : { cuts, problem: null };
}

/** @returns the cut, or the reason why the text is not a cut. */
function parsePart(part: string, { unit, numbers }: CutText): Cut | string {
  const unreadable = PROBLEMS.unreadable({ part, example: numbers.write(12.5) });
  const found = PART.exec(part)?.groups;
  if (!found) return unreadable;
  const { count: pieces, length: written = "", unit: word = "" } = found;
  const count = pieces === undefined ? 1 : numbers.read(pieces).value;
  if (count === null && !WITH_LETTERS.test(pieces ?? ""))
    return PROBLEMS.number({ part, example: numbers.example });
  if (count === null || !Number.isInteger(count) || count < 1) return PROBLEMS.count({ part });
  const { value: length } = numbers.read(written);
  if (length === null)
    return WITH_LETTERS.test(written) ? unreadable : PROBLEMS.number({ part, example: numbers.example });
  if (!(length > 0) || length > MAX_LENGTH || !hasDecimals(length)) return PROBLEMS.length({ part });
  if (word !== "" && word.toLowerCase() !== unit?.toLowerCase())
    return unit === null ? PROBLEMS.noUnit({ part }) : PROBLEMS.unit({ part, unit });
  return { length, count };
}

/** True if a length has at most `MAX_DECIMALS` decimals. */
function hasDecimals(length: number): boolean {
  return Number(length.toFixed(MAX_DECIMALS)) === length;
}

/** Writes cuts as a text that `parseCuts` reads with the same numbers. */
export function cutsText(cuts: readonly Cut[], numbers: NumberReader): string {
  return cuts.map(({ length, count }) => `${numbers.write(count)} × ${numbers.write(length)}`).join("; ");
}

/** Counts the pieces of each length. */
export function countPieces(pieces: readonly number[]): readonly Cut[] {
  const counts = new Map<number, number>();
  for (const length of pieces) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].map(([length, count]) => ({ length, count }));
}
