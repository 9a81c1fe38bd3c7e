import { sum } from "./cut-types.ts";

/**
 * The least total length of rolls that pieces can come from. For each length it looks at the pieces that are at least so
 * long: these need rolls of at least that length.
 * @param pieces in parts, the longest first. @param rolls lengths in parts, the shortest first.
 */
export function lowerBound(pieces: readonly number[], rolls: readonly number[]): number {
  const [longest = 0] = pieces;
  let bound = 0;
  let total = 0;
  for (const [at, piece] of pieces.entries()) {
    total += piece;
    if (piece === pieces[at + 1]) continue;
    const from = rolls.findIndex((length) => length >= piece);
    const long = from < 0 ? [] : rolls.slice(from);
    bound = Math.max(bound, leastOpened({ length: piece, count: at + 1, total, longest }, long));
  }
  return bound;
}

/** Pieces of at least a length: how many, and their total. */
interface Pieces {
  readonly length: number;
  readonly count: number;
  readonly total: number;
  readonly longest: number;
}

/** The least that one, two, or more rolls come to: exact for one and two, an estimate for more. */
function leastOpened(pieces: Pieces, rolls: readonly number[]): number {
  const { count, total, longest } = pieces;
  const least = leastRolls(pieces, rolls);
  const one = rolls.find((length) => length >= total) ?? Number.POSITIVE_INFINITY;
  if (count === 1) return one;
  const two = leastPair(pieces, rolls);
  const several = rolls.slice(0, Math.max(3, least));
  const last = several.pop() ?? 0;
  const withLongest = rolls.find((length) => length >= Math.max(last, longest)) ?? last;
  const more = count === 2 ? Number.POSITIVE_INFINITY : Math.max(total, sum(several) + withLongest);
  return Math.min(
    least <= 1 ? one : Number.POSITIVE_INFINITY,
    least <= 2 ? two : Number.POSITIVE_INFINITY,
    more,
  );
}

/** The least number of rolls for the pieces, each at least `length` long. The longest rolls hold the most. */
function leastRolls({ length, count, total }: Pieces, rolls: readonly number[]): number {
  let [pieces, room, needed] = [0, 0, 0];
  for (const roll of rolls.toReversed()) {
    if (pieces >= count && room >= total) break;
    pieces += Math.floor(roll / length);
    room += roll;
    needed += 1;
  }
  return needed;
}

/** The least total of two rolls that hold `total`, one the longest piece. Infinity if no two do. */
function leastPair({ total, longest }: Pieces, rolls: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let other = rolls.length - 1;
  for (const [at, roll] of rolls.entries()) {
    const needed = Math.max(longest, total - roll);
    while (other - 1 > at && (rolls[other - 1] ?? 0) >= needed) other -= 1;
    if (other <= at) break;
    const partner = rolls[other] ?? 0;
    if (partner >= needed) least = Math.min(least, roll + partner);
  }
  return least;
}
