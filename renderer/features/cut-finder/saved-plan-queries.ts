import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_PAGE_ROWS, type Row } from "../../../shared/query/query-calls.ts";
import type { SavedCutPlan, SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { rowsByIdsQuery } from "../../inventory/records/record-queries.ts";
import { notifyUndo, succeeds } from "../../ui/notify.tsx";
import { lengthText, ROLL_CHANGES, SAVED } from "./messages.ts";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { rollOf } from "./stock.ts";

/** The saved plans of the open connection, the latest first; undefined until they are read. */
export function useSavedPlans(): readonly SavedCutPlan[] | undefined {
  const { data } = useQuery(recordsQuery(useConnectionApi(), "cutPlans"));
  return useMemo(
    () => data && [...data.values()].toSorted((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt)),
    [data],
  );
}

/** Saves a plan. @returns whether the plan was saved; if not, a notice gives the reason. */
export function useSavePlan(): (plan: SavedCutPlan) => Promise<boolean> {
  const save = useSaveRecords("cutPlans");
  return (plan) => succeeds(save([{ id: plan.id, value: plan }]));
}

/** Deletes a plan. The message afterwards has a button that restores it. */
export function useDeletePlan(): (plan: SavedCutPlan) => Promise<void> {
  const save = useSaveRecords("cutPlans");
  const restore = useSavePlan();
  return async (plan) => {
    if (await succeeds(save([{ id: plan.id, value: null }])))
      notifyUndo(SAVED.deleted({ name: plan.name }), () => void restore(plan));
  };
}

/** The items of the plans' rolls as they are now, by id; null until all are loaded. */
export function useRollsNow(plans: readonly SavedCutPlan[]): ReadonlyMap<string, Row> | null {
  const api = useConnectionApi();
  const ids = [...new Set(plans.flatMap(({ rolls }) => rolls.map(({ id }) => id)))].toSorted();
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_PAGE_ROWS) }, (_, at) =>
    ids.slice(at * MAX_PAGE_ROWS, (at + 1) * MAX_PAGE_ROWS),
  );
  const answers = useQueries({ queries: chunks.map((chunk) => rowsByIdsQuery(api, "items", chunk)) });
  if (answers.some(({ data }) => data === undefined)) return null;
  return new Map(answers.flatMap(({ data }) => (data?.rows ?? []).map((row) => [String(row["id"]), row])));
}

/** Describes the changes of a roll since its plan was made; empty if there is no change. */
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
      ? [ROLL_CHANGES.status({ status, label: valueLabel("status", status) })]
      : []),
    ...(now.length === planned.length
      ? []
      : [hasLength ? ROLL_CHANGES.length({ length: lengthText(now.length, unit) }) : ROLL_CHANGES.noLength]),
    ...(now.locationId === planned.locationId
      ? []
      : [
          now.locationName === null
            ? ROLL_CHANGES.noLocation
            : ROLL_CHANGES.location({ name: now.locationName }),
        ]),
  ];
}

/** The number of a plan's rolls that changed; 0 until the number is known. */
export function changedRolls({ rolls, unit }: SavedCutPlan, now: ReadonlyMap<string, Row> | null): number {
  return now === null
    ? 0
    : rolls.filter((roll) => rollChanges(roll, now.get(roll.id), unit).length > 0).length;
}
