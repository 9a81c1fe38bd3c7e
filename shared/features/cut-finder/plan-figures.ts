import { sum, toLength, toParts } from "./cut-types.ts";
import type { SavedCutPlan, SavedRoll } from "./saved-plan.ts";

const partsOf = (lengths: readonly number[]): number => sum(lengths.map(toParts));

/** The sum of lengths, without rounding errors of binary fractions. */
export function totalLength(lengths: readonly number[]): number {
  return toLength(partsOf(lengths));
}

/** The length left on a roll after its cuts. */
export function remnantOf({ length, pieces }: Pick<SavedRoll, "length" | "pieces">): number {
  return toLength(toParts(length) - partsOf(pieces));
}

/** The totals of a plan. */
export interface PlanFigures {
  /** The number of locations to visit. All rolls without a location count as one location. */
  readonly locations: number;
  readonly opened: number;
  readonly remnant: number;
  /** The length that the plan opens in addition to the lower bound. */
  readonly distance: number;
}

export function planFigures({ rolls, lowerBound }: Pick<SavedCutPlan, "rolls" | "lowerBound">): PlanFigures {
  const opened = totalLength(rolls.map(({ length }) => length));
  return {
    locations: new Set(rolls.map(({ locationId }) => locationId)).size,
    opened,
    remnant: totalLength(rolls.map(remnantOf)),
    distance: totalLength([opened, -lowerBound]),
  };
}
