import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { UnseenChanges } from "../../../shared/inventory/changes.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { AppError } from "../../../shared/base/errors.ts";
import { leavesOf, type Chip } from "../../../shared/query/field-filter.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { ALL_VIEW, type NamedView } from "../../../shared/query/views/built-in-views.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useToday } from "../../base/use-today.ts";
import { compileQuery, compileFilter } from "../../../shared/query/views/compile-view.ts";
import { useCurrentView, useView } from "../../table/views/use-views.ts";

/** Ms to wait after a change of the view. Meanwhile the rows are fetched. */
const SETTLE_DELAY_MS = 250;

/** Kinds of filters whose result changes as time passes. */
const TIME_FILTER_KINDS: ReadonlySet<string> = new Set(["relative", "today"]);

export interface TrackedView {
  readonly resource: Resource;
  readonly name: string;
  readonly query: Query;
  /** The search that is part of the view, without the text in the search box. */
  readonly search: string;
  /** Whether rows enter and leave the view as time passes. No observed change reports this. */
  readonly byTime: boolean;
}

/** The current view of a table: its filters and its saved search, without the text in the search box. */
export function useTrackedView(resource: Resource): TrackedView {
  const [{ chips }] = useView(resource);
  const view = useCurrentView(resource);
  const day = useToday();
  const parts = useMemo(() => ({ chips, view }), [chips, view]);
  const [settled] = useDebouncedValue(parts, SETTLE_DELAY_MS);
  return useMemo(() => {
    const search = showsView(settled.chips, settled.view) ? settled.view.definition.search : "";
    return {
      resource,
      name: viewName(resource, settled.chips, settled.view),
      search,
      query: compileQuery({ chips: settled.chips, search, sort: [] }, day),
      byTime: settled.chips.some(
        ({ enabled, filter }) => enabled && leavesOf(filter).some(({ kind }) => TIME_FILTER_KINDS.has(kind)),
      ),
    };
  }, [resource, settled, day]);
}

/** The query for a view's changes since it was marked as seen. @param limit the most records in the answer. */
export const unseenChangesQuery = (
  { host, connectionId }: ConnectionApi,
  { resource, name, query }: TrackedView,
  limit: number,
) =>
  queryOptions({
    // The key has the name and the query: a saved view keeps its name if its filters change.
    queryKey: [LOCAL_DATA, resource, connectionId, "unseen", name, query, limit],
    queryFn: () => unwrap(host.queryUnseen({ connectionId, view: name, resource, query, limit })),
  });

/** The numbers of a view's unseen changes; undefined until loaded. `seen` is false before the first visit. */
export function useUnseenCounts(view: TrackedView): (UnseenChanges & { readonly seen: boolean }) | undefined {
  return useQuery(unseenChangesQuery(useConnectionApi(), view, 0)).data;
}

/** Returns a function that marks a view as seen up to a change. It also fetches the numbers again. */
export function useMarkSeen(): (view: TrackedView, upTo: number) => Promise<AppError | null> {
  const { host, connectionId } = useConnectionApi();
  const client = useQueryClient();
  return useCallback(
    async ({ resource, name }, upTo) => {
      const marked = await host.markSeen({ connectionId, view: name, number: upTo });
      if (!marked.ok) return marked.error;
      await client.invalidateQueries({ queryKey: [LOCAL_DATA, resource, connectionId, "unseen", name] });
      return null;
    },
    [host, connectionId, client],
  );
}

type Filters = readonly Pick<Chip, "enabled" | "filter">[];

/** Whether a table has exactly the filters of a view, with any search and order. */
function showsView(chips: Filters, { definition }: NamedView): boolean {
  return enabledFilters(chips).join("\n") === enabledFilters(definition.filters).join("\n");
}

/** The name under which a view is marked as seen: its id, or a digest of its active filters in any order. */
export function viewName(resource: Resource, chips: Filters, view: NamedView): string {
  if (showsView(chips, view)) return `${resource}/${view.id}`;
  const filters = enabledFilters(chips);
  const base = `${resource}/${ALL_VIEW.id}`;
  return filters.length === 0 ? base : `${base}/${digest(filters.join("\n"))}`;
}

/** Stands for today in the name of a filter. So the name does not change every day. */
const SOME_DAY = "2000-01-01";

function enabledFilters(chips: Filters): readonly string[] {
  return chips
    .filter((chip) => chip.enabled)
    .map(({ filter }) =>
      // A filter for today must have the same name tomorrow.
      JSON.stringify(filter.kind === "today" ? [filter.kind, filter.field] : compileFilter(filter, SOME_DAY)),
    )
    .toSorted();
}

/** Makes a digest of 64 bits from two FNV-1a hashes. */
function digest(text: string): string {
  const half = (seed: number): string => {
    let hash = seed;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return half(0x811c9dc5) + half(0x1b873593);
}
