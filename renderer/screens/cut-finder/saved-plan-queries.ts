import { queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { MAX_WINDOW_ROWS, type Row } from "../../../shared/contract/query-calls.ts";
import type { SavedCutPlan } from "../../../shared/cutting/saved-plan.ts";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";
import { rowsByIdsQuery } from "../../inventory/query/result-queries.ts";
import { notifyUndo, succeeds } from "../../ui/notify.tsx";
import { planDeleted } from "./messages.ts";

const savedPlansQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "cut plans", profileId],
    queryFn: () => unwrap(host.listCutPlans({ profileId })),
    // Another window may have saved one.
    staleTime: 0,
  });

/** The saved plans of the open connection, the latest first; undefined until they are read. */
export function useSavedPlans(): readonly SavedCutPlan[] | undefined {
  return useQuery(savedPlansQuery(useLocalCopy())).data;
}

/** Saves a plan. @returns whether it is saved; a notice says why not. */
export function useSavePlan(): (plan: SavedCutPlan) => Promise<boolean> {
  const copy = useLocalCopy();
  const client = useQueryClient();
  return async (plan) => {
    const saved = await succeeds(copy.host.saveCutPlan({ profileId: copy.profileId, plan }));
    await client.invalidateQueries(savedPlansQuery(copy));
    return saved;
  };
}

/** Deletes a plan; a message undoes it. */
export function useDeletePlan(): (plan: SavedCutPlan) => Promise<void> {
  const copy = useLocalCopy();
  const client = useQueryClient();
  const save = useSavePlan();
  return async (plan) => {
    const deleted = await succeeds(copy.host.deleteCutPlan({ profileId: copy.profileId, id: plan.id }));
    if (deleted) notifyUndo(planDeleted(plan.name), () => void save(plan));
    await client.invalidateQueries(savedPlansQuery(copy));
  };
}

/** The items of plans as they are now, by id; null until all are read. */
export function useRollsNow(plans: readonly SavedCutPlan[]): ReadonlyMap<string, Row> | null {
  const copy = useLocalCopy();
  const ids = [...new Set(plans.flatMap(({ rolls }) => rolls.map(({ id }) => id)))].toSorted();
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_WINDOW_ROWS) }, (_, at) =>
    ids.slice(at * MAX_WINDOW_ROWS, (at + 1) * MAX_WINDOW_ROWS),
  );
  const answers = useQueries({ queries: chunks.map((chunk) => rowsByIdsQuery(copy, "items", chunk)) });
  if (answers.some(({ data }) => data === undefined)) return null;
  return new Map(answers.flatMap(({ data }) => (data?.rows ?? []).map((row) => [String(row["id"]), row])));
}
