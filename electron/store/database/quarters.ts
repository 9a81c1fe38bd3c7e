/** Ms of a quarter of an hour: every time zone is a whole number of them from UTC. */
export const QUARTER = 900_000;

/** The quarter of an hour that a moment falls into, counted from the epoch. @param at ms since the epoch. */
export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER);
}
