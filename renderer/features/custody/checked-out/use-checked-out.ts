import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { today } from "../../../base/clock.ts";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import type { Filter, Query } from "../../../../shared/query/query.ts";
import { compileFilter } from "../../../../shared/query/views/compile-view.ts";
import { useToday } from "../../../base/use-today.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useEarlyQuery } from "../../../host/use-early-query.ts";
import { ageBands, CHECKED_OUT } from "../../../inventory/figures/ages.ts";
import { breakdownQuery } from "../../../inventory/figures/figure-queries.ts";
import { useNames } from "../../../inventory/names/name-queries.ts";
import type { Grouping } from "./checked-out-search.ts";
import { FIELD_OF, groupsOf, TOTALLED, type Group } from "./groups.ts";

/** The query of all checked-out items. */
export const OUT: Query = { version: 1, filter: compileFilter(CHECKED_OUT, today()) };
const ALL: Filter = { all: [] };

/** `breakdownQuery`, but the screen keeps its groups while the filter for late items changes. */
const keeping = (...input: Parameters<typeof breakdownQuery>) => ({
  ...breakdownQuery(...input),
  placeholderData: keepPreviousData,
});
/**
 * The filter for items that are out longer than usual. Null if no limit is known, undefined while limits are loading.
 */
export type LateFilter = ChipFilter | null | undefined;
const compiled = (late: LateFilter): readonly Filter[] => (late ? [compileFilter(late, today())] : []);

export interface CheckedOut {
  /** The groups; null while they are loading. */
  readonly groups: readonly Group[] | null;
  /** The number of groups that are not listed. */
  readonly more: number;
  readonly error: Error | null;
}

/** The checked-out items in groups. The counts of late items are loaded after the usual times. */
export function useCheckedOut(by: Exclude<Grouping, "item">, late: LateFilter): CheckedOut {
  const api = useConnectionApi();
  const names = useNames();
  const today = useToday();
  const field = { field: FIELD_OF[by] };
  const bands = ageBands(today).map(({ filters }) => ({
    all: filters.map((filter) => compileFilter(filter, today)),
  }));
  // With totals of each age band, the answer for 20,000 holders would be many times as long.
  const totals = useEarlyQuery(
    keeping(api, "items", OUT, { by: field, parts: [ALL], fields: [...TOTALLED] }),
  );
  const parts = useEarlyQuery({
    ...keeping(api, "items", OUT, { by: field, parts: [...bands, ...compiled(late)], fields: [] }),
    enabled: late !== undefined,
  });
  const groups = useMemo(
    () => (totals.data && parts.data ? groupsOf(by, totals.data, parts.data, names) : null),
    [by, totals.data, parts.data, names],
  );
  return { groups, more: totals.data?.more ?? 0, error: totals.error ?? parts.error };
}

/** The number of checked-out items and of holders, and the average check-out time. */
export function useOutTotals(late: LateFilter) {
  const api = useConnectionApi();
  const all = useEarlyQuery({
    ...keeping(api, "items", OUT, {
      by: null,
      parts: [ALL, ...compiled(late)],
      fields: ["checkedOutAt"],
    }),
    enabled: late !== undefined,
  });
  const holders = useEarlyQuery(
    keeping(api, "items", OUT, {
      by: { field: FIELD_OF.holder },
      parts: [ALL],
      fields: [...TOTALLED],
    }),
  );
  const part = all.data?.groups[0]?.parts[0];
  const [since] = part?.totals["checkedOutAt"] ?? [];
  const holding = holders.data?.groups.filter(({ value }) => value !== null).length ?? 0;
  return {
    isReady: all.isSuccess && holders.isSuccess,
    error: all.error ?? holders.error,
    items: part?.rows ?? 0,
    late: !late ? null : (all.data?.groups[0]?.parts[1]?.rows ?? 0),
    averageSince: since ? since.sum / since.count : null,
    holders: holding + (holders.data?.more ?? 0),
  };
}
