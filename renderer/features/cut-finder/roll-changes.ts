import type { Row } from "../../../shared/query/query-calls.ts";
import type { SavedCutPlan, SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { valueLabel } from "../../table/labels/messages.ts";
import { lengthText, PLAN, ROLL_CHANGES } from "./messages.ts";
import { rollOf } from "./stock.ts";

/** The changes of a roll since its plan was made, in words; empty if it is unchanged. */
export function rollChanges(
  planned: SavedRoll,
  row: Row | undefined,
  unit: string | null,
): readonly string[] {
  if (!row) return [ROLL_CHANGES.gone];
  const { status } = row;
  const now = rollOf(row);
  const hasLength = typeof row["remainingLength"] === "number";
  return [
    ...(typeof status === "string" && status !== "available"
      ? [ROLL_CHANGES.status(valueLabel("status", status))]
      : []),
    ...(now.length === planned.length
      ? []
      : [hasLength ? ROLL_CHANGES.length(lengthText(now.length, unit)) : ROLL_CHANGES.noLength]),
    ...(now.locationId === planned.locationId
      ? []
      : [ROLL_CHANGES.location(now.locationName ?? PLAN.noLocation.toLowerCase())]),
  ];
}

/** How many rolls of a plan are not as they were; 0 while that is not known. */
export function changedRolls({ rolls, unit }: SavedCutPlan, now: ReadonlyMap<string, Row> | null): number {
  return now === null
    ? 0
    : rolls.filter((roll) => rollChanges(roll, now.get(roll.id), unit).length > 0).length;
}
