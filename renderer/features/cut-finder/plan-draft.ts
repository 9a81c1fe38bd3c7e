import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import { planCuts } from "../../../shared/features/cut-finder/plan-cuts.ts";
import { totalLength } from "../../../shared/features/cut-finder/plan-figures.ts";
import {
  MAX_TEXT,
  type SavedCutPlan,
  type SavedRoll,
} from "../../../shared/features/cut-finder/saved-plan.ts";
import { compareNatural } from "../../../shared/base/text/natural-order.ts";
import type { StockRoll } from "./stock.ts";

/** The requested cuts, and the material type of the rolls. */
export interface Wanted {
  readonly typeId: string;
  readonly typeName: string;
  readonly unit: string | null;
  readonly cuts: readonly Cut[];
  readonly oneLocation: boolean;
}

/** A plan that is not saved. */
export type PlanDraft = Omit<SavedCutPlan, "id" | "name" | "madeAt">;

export function draftPlan(
  { cuts, oneLocation, typeName, ...wanted }: Wanted,
  rolls: readonly StockRoll[],
): PlanDraft {
  const plan = planCuts(cuts, rolls, { oneLocation });
  const byId = new Map(rolls.map((roll) => [roll.id, roll]));
  return {
    ...wanted,
    typeName: typeName.slice(0, MAX_TEXT),
    cuts: [...cuts],
    oneLocation,
    rolls: plan.rolls.flatMap(({ roll: { id }, pieces }): SavedRoll[] => {
      const roll = byId.get(id);
      return roll ? [savedRoll(roll, pieces)] : [];
    }),
    unplaced: [...plan.unplaced],
    lowerBound: plan.lowerBound,
  };
}

function savedRoll({ name, locationName, ...roll }: StockRoll, pieces: readonly number[]): SavedRoll {
  return {
    ...roll,
    name: name.slice(0, MAX_TEXT),
    locationName: locationName?.slice(0, MAX_TEXT) ?? null,
    pieces: [...pieces],
  };
}

/** The total length of all cuts. */
export function lengthOfCuts(cuts: readonly Cut[]): number {
  return totalLength(cuts.flatMap(({ length, count }) => Array.from({ length: count }, () => length)));
}

/** The rolls from which all cuts could be cut together, the shortest first. */
export function singleRolls(cuts: readonly Cut[], rolls: readonly StockRoll[]): readonly SavedRoll[] {
  const pieces = cuts
    .flatMap(({ length, count }) => Array.from({ length: count }, () => length))
    .toSorted((a, b) => b - a);
  const needed = totalLength(pieces);
  return rolls
    .filter(({ length }) => totalLength([length, -needed]) >= 0)
    .toSorted(
      (a, b) =>
        a.length - b.length
        || compareNatural(a.locationName ?? "", b.locationName ?? "")
        || compareNatural(a.name, b.name),
    )
    .map((roll) => savedRoll(roll, pieces));
}
