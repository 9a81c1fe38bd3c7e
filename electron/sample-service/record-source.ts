/**
 * The records that a table starts with, computed on demand and never stored: a pure function of their index.
 * Index order is the order of the ids; rank order is the order of `updatedAt`, without ties.
 */
export interface Base<R> {
  readonly size: number;
  idAt(index: number): string;
  /** −1 if no record of the base has this id. */
  indexOf(id: string): number;
  recordAt(index: number): R;
  indexAtRank(rank: number): number;
  /** Milliseconds since the epoch; grows with the rank. */
  updatedAtOfRank(rank: number): number;
}

/** A base without records, for tables that are wholly in memory. */
export const EMPTY_BASE: Base<never> = {
  size: 0,
  idAt: () => "",
  indexOf: () => -1,
  recordAt: (index) => {
    throw new RangeError(`an empty base has no record ${index}`);
  },
  indexAtRank: () => 0,
  updatedAtOfRank: () => 0,
};

/** The first index of 0 … size−1 for which the test holds, else `size`. The test must hold for all later indexes too. */
export function lowerBound(size: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
