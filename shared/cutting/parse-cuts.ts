import { MAX_PIECES, type Cut } from "./cut-types.ts";
import { PROBLEMS } from "./messages.ts";

export interface CutText {
  /** The unit of the lengths, whose name may stand behind a number; null for none. */
  readonly unit: string | null;
  /** Whether the user's language writes decimals with a comma: “12,5” is then always a number. */
  readonly decimalComma: boolean;
}

export type ParsedCuts =
  | { readonly cuts: readonly Cut[]; readonly problem: null }
  | { readonly cuts: null; readonly problem: string };

/** Commas between digits are not among them: those may be decimal marks. */
const SEPARATOR = /[;+\n]|,(?!\d)|(?<!\d),|(?<=\s|\d)and(?=\s|\d|$)/iu;
const PART =
  /^(?:(?<count>\d+(?:\.\d+)?)\s*(?<countUnit>\p{L}*)\s*[×x*]\s*)?(?<length>\d*\.?\d+|\d+\.)\s*(?<unit>\p{L}*)$/iu;
const MAX_DECIMALS = 6;
const MAX_LENGTH = 1e9;

/** Reads a line such as “3 × 12.5 and 1 × 40”: parts between “and”, “,”, “;”, “+” or line ends. */
export function parseCuts(text: string, how: CutText): ParsedCuts {
  const point = withDecimalPoints(text, how.decimalComma);
  if (point.problem !== null) return { cuts: null, problem: point.problem };
  const parts = point.text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return { cuts: null, problem: PROBLEMS.none };
  const cuts: Cut[] = [];
  for (const part of parts) {
    const cut = parsePart(part, how.unit);
    if (typeof cut === "string") return { cuts: null, problem: cut };
    cuts.push(cut);
  }
  const pieces = cuts.reduce((sum, { count }) => sum + count, 0);
  return pieces > MAX_PIECES ? { cuts: null, problem: PROBLEMS.tooMany } : { cuts, problem: null };
}

/** A comma between two digits: a decimal mark, or between two cuts. */
const TIGHT_COMMA = /\d+,\d+(?:,\d+)*/gu;

/**
 * Decides what commas between digits mean. Beside decimal points they separate cuts; beside other separators they are
 * decimal marks; alone they can be either, unless the user's language has decimal commas.
 */
function withDecimalPoints(
  text: string,
  decimalComma: boolean,
): { readonly text: string; readonly problem: string | null } {
  const tight = text.match(TIGHT_COMMA) ?? [];
  if (tight.length === 0) return { text, problem: null };
  if (/\d\.\d/u.test(text)) return { text: text.replaceAll(/(?<=\d),(?=\d)/gu, ";"), problem: null };
  const several = tight.find((number) => number.indexOf(",") !== number.lastIndexOf(","));
  const thousands = tight.find((number) => /,\d{3}$/u.test(number));
  const separated = SEPARATOR.test(text);
  const ambiguous = several ?? (decimalComma ? undefined : (thousands ?? (separated ? undefined : tight[0])));
  if (ambiguous !== undefined) return { text, problem: PROBLEMS.ambiguous(ambiguous) };
  return { text: text.replaceAll(/(?<=\d),(?=\d)/gu, "."), problem: null };
}

/** @returns the cut, or why it is none. */
function parsePart(part: string, unit: string | null): Cut | string {
  const found = PART.exec(part)?.groups;
  if (!found) return PROBLEMS.unreadable(part);
  const { count: pieces = "1", countUnit = "", length: digits = "", unit: word = "" } = found;
  const [count, length] = [Number(pieces), Number(digits)];
  if (!Number.isInteger(count) || count < 1 || countUnit !== "") return PROBLEMS.count(part);
  const decimals = (digits.split(".")[1] ?? "").length;
  if (!(length > 0) || length > MAX_LENGTH || decimals > MAX_DECIMALS) return PROBLEMS.length(part);
  if (word !== "" && word.toLowerCase() !== unit?.toLowerCase())
    return unit === null ? PROBLEMS.noUnit(part) : PROBLEMS.unit(part, unit);
  return { length, count };
}

/** Cuts as a text that `parseCuts` reads in every language. */
export function cutsText(cuts: readonly Cut[]): string {
  return cuts.map(({ length, count }) => `${count} × ${length}`).join("; ");
}

/** Pieces as cuts: those of one length are one. */
export function countPieces(pieces: readonly number[]): readonly Cut[] {
  const counts = new Map<number, number>();
  for (const length of pieces) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].map(([length, count]) => ({ length, count }));
}
