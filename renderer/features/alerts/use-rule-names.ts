import { useQueries } from "@tanstack/react-query";
import type { Watch } from "../../../shared/features/alerts/alerts.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { useSavedViews } from "../../table/views/use-views.ts";
import { kindOf } from "../../../shared/features/alerts/alert-words.ts";
import type { RuleNames } from "../../../shared/features/alerts/alert-kind.ts";

/** The names that sentences about rules need. @param watches the conditions of the rules. */
export function useRuleNames(watches: readonly (Watch | null)[]): RuleNames {
  const api = useConnectionApi();
  const views = useSavedViews();
  const wanted = watches.flatMap((watch) => (watch && kindOf(watch.kind).records?.(watch)) ?? []);
  const distinct = [
    ...new Map(wanted.map((record) => [`${record.resource} ${record.id}`, record])).entries(),
  ];
  const records = useQueries({
    queries: distinct.map(([, { resource, id }]) => recordQuery(api, resource, id)),
  });
  const names = new Map(
    distinct.map(([key, { id }], at) => [key, recordName(id, records[at]?.data)] as const),
  );
  return { views, record: (resource, id) => names.get(`${resource} ${id}`) ?? id };
}
