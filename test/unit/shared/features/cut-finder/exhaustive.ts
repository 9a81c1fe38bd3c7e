import type { Cost } from "../../../../../shared/features/cut-finder/draft.ts";

/** Computes the cost of the best plan. It tries every roll, and no roll, for every piece. Lengths are whole numbers. */
export function exhaustiveCost(pieces: readonly number[], rolls: readonly number[]): Cost {
  const loads = rolls.map(() => 0);
  let best: Cost = [Number.POSITIVE_INFINITY, 0, 0];
  const place = (at: number, unplaced: number): void => {
    const piece = pieces[at];
    if (piece === undefined) {
      const used = rolls.filter((_length, roll) => (loads[roll] ?? 0) > 0);
      const cost: Cost = [unplaced, used.reduce((sum, length) => sum + length, 0), used.length];
      if (isLess(cost, best)) best = cost;
      return;
    }
    for (const [roll, length] of rolls.entries()) {
      const load = loads[roll] ?? 0;
      if (load + piece > length) continue;
      loads[roll] = load + piece;
      place(at + 1, unplaced);
      loads[roll] = load;
    }
    place(at + 1, unplaced + piece);
  };
  place(0, 0);
  return best;
}

/** Compares two costs by the first part in which they differ. */
export function isLess(a: Cost, b: Cost): boolean {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}
