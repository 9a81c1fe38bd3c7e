import { sum } from "./exact-lengths.ts";

/**
 * The least total length of rolls that pieces can come from. For each length it looks at the pieces that are at least so
 * long: they need rolls of at least that length, as much length as they have, and some number of rolls.
 * @param pieces in parts, the longest first. @param rolls lengths in parts, the shortest first.
 */
export function lowerBound(pieces: readonly number[], rolls: readonly number[]): number {
  let bound = 0;
  let total = 0;
  for (const [at, piece] of pieces.entries()) {
    total += piece;
    if (piece === pieces[at + 1]) continue;
    const long = rolls.slice(rolls.findIndex((length) => length >= piece));
    const least = sum(long.slice(0, leastRolls(piece, at + 1, total, long)));
    bound = Math.max(bound, total, least);
  }
  return bound;
}

/** How many rolls so many pieces of at least a length need: the longest rolls hold the most. */
function leastRolls(length: number, count: number, total: number, rolls: readonly number[]): number {
  let [pieces, room, needed] = [0, 0, 0];
  for (const roll of rolls.toReversed()) {
    if (pieces >= count && room >= total) break;
    pieces += Math.floor(roll / length);
    room += roll;
    needed += 1;
  }
  return needed;
}
