import { MAX_SELECTED } from "../../../shared/query/query-calls.ts";
import { hasMissingRows, WITH_MISSING_ROWS } from "../../../shared/query/filter-names.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";
import { notifications } from "@mantine/notifications";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useFollowed } from "../../base/use-followed.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { SELECTION } from "./messages.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { notifyFailure } from "../../ui/notify.tsx";

/** The selected rows: a set of ids, or all rows of a result except a set of ids. */
export type Selection =
  | { readonly kind: "ids"; readonly ids: ReadonlySet<string> }
  | { readonly kind: "all"; readonly result: string; readonly except: ReadonlySet<string> };

export const EMPTY_SELECTION: Selection = { kind: "ids", ids: new Set() };

/** The key of a query's result, whatever its order is. */
export function resultKey({ search = "", filter }: Query): string {
  return JSON.stringify([search, filter ?? null]);
}

/** Selects everything in a query's result. */
export function selectAll(query: Query): Selection {
  return { kind: "all", result: resultKey(query), except: new Set() };
}

/** Whether a row of the result is selected. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "ids" ? selection.ids.has(id) : !selection.except.has(id);
}

/** Selects or deselects a row; null if too many single rows would be selected. */
export function toggle(selection: Selection, id: string): Selection | null {
  const listed = new Set(selection.kind === "ids" ? selection.ids : selection.except);
  if (!listed.delete(id)) listed.add(id);
  return withListed(selection, listed);
}

/** Adds rows to the selection; null if too many single rows would be selected. */
export function add(selection: Selection, ids: readonly string[]): Selection | null {
  if (selection.kind === "ids") return withListed(selection, new Set([...selection.ids, ...ids]));
  const except = new Set(selection.except);
  for (const id of ids) except.delete(id);
  return withListed(selection, except);
}

function withListed(selection: Selection, listed: ReadonlySet<string>): Selection | null {
  if (listed.size > MAX_SELECTED) return null;
  return selection.kind === "ids" ? { kind: "ids", ids: listed } : { ...selection, except: listed };
}

/**
 * The query for the selected rows, in the shown order. It includes rows that a filter hides, and rows that the service
 * no longer returns if the shown query has such rows.
 */
export function selectedQuery(selection: Selection, shown: Query): Query {
  if (selection.kind === "all") return within(shown, excluding(selection.except));
  const { filter: _filter, search: _search, ...order } = shown;
  const rows: Filter = { field: "id", op: "in", value: [...selection.ids] };
  return within(order, hasMissingRows(shown) ? [rows, WITH_MISSING_ROWS] : [rows]);
}

/**
 * The query for the listed ids within the shown result, without an order. The listed ids are the selected rows, or the
 * exceptions.
 */
export function listedInResult(selection: Selection, shown: Query): Query {
  return idsInResult([...(selection.kind === "ids" ? selection.ids : selection.except)], shown);
}

/** The query for the rows with some ids within the shown result, without an order. */
export function idsInResult(ids: readonly string[], { sort: _sort, ...shown }: Query): Query {
  return within(shown, [{ field: "id", op: "in", value: [...ids] }]);
}

const excluding = (ids: ReadonlySet<string>): Filter[] =>
  ids.size === 0 ? [] : [{ field: "id", op: "notIn", value: [...ids] }];

function within(query: Query, parts: readonly Filter[]): Query {
  if (parts.length === 0) return query;
  return { ...query, filter: { all: [...(query.filter ? [query.filter] : []), ...parts] } };
}

/** A table's selection, with the actions of the grid and the bar above it. */
export interface RowSelection {
  readonly selection: Selection;
  readonly count: number;
  /** The number of selected rows outside the shown result; null until it is known. */
  readonly outside: number | null;
  readonly extent: "none" | "some" | "all";
  readonly toggle: (id: string) => void;
  /** Adds a row to the selection. */
  readonly add: (id: string) => void;
  /** Selects rows up to an id or index. The range begins at its anchor, else at `from`. */
  readonly extend: (from: string, to: string | number) => void;
  readonly include: (query: Query) => void;
  /** Ends the range. The next range starts at the focus. */
  readonly endRange: () => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/** A range with a fixed anchor and a moving end. */
interface Range {
  readonly anchor: string;
  readonly base: Selection;
}

interface NumberedSelection {
  readonly selection: Selection;
  readonly number: number;
}

const NOTHING_SELECTED: NumberedSelection = { selection: EMPTY_SELECTION, number: 0 };

/**
 * The selection of a table, which lasts while the table is on screen. @param total the number of rows in the query's
 * result.
 */
export function useSelection(
  resource: Resource,
  { query: shown, groups }: TableQuery,
  total: number,
): RowSelection {
  const { host, connectionId } = useConnectionApi();
  const [state, setState] = useFollowed(NOTHING_SELECTED, (last) => {
    // A selection of everything ends when the result is another one.
    const isOver = last.selection.kind === "all" && last.selection.result !== resultKey(shown);
    return isOver ? { selection: EMPTY_SELECTION, number: last.number + 1 } : last;
  });
  const { selection } = state;
  const counts = useSelectionCounts(resource, state, shown, total);
  const range = useRef<Range | null>(null);
  const set = (next: Selection): void => setState((now) => ({ selection: next, number: now.number + 1 }));
  const setOrRefuse = (next: Selection | null): void => (next ? set(next) : notifyTooMany());

  const { request, cancel } = useLastRange((base, ids) => setOrRefuse(add(base, ids)));
  const begin = (next: Range | null): void => {
    cancel();
    range.current = next;
  };
  return {
    selection,
    ...counts,
    toggle: (id) => {
      const next = toggle(selection, id);
      begin(next && { anchor: id, base: next });
      setOrRefuse(next);
    },
    add: (id) => {
      if (add(selection, [id]) === null) return notifyTooMany();
      begin(null);
      setState((now) => withRow(now, id));
    },
    extend: (from, to) => {
      const { anchor, base } = (range.current ??= { anchor: from, base: selection });
      const input = { connectionId, resource, query: shown, from: anchor, to, ...(groups && { groups }) };
      void request(base, () => host.queryRange(input));
    },
    include: (query) =>
      void request(selection, async () => {
        const of = { connectionId, resource, query };
        const first = await host.queryPage({ ...of, offset: 0, limit: 1 });
        const from = first.ok ? first.value.rows[0]?.["id"] : undefined;
        if (typeof from !== "string") return null;
        return host.queryRange({ ...of, from, to: Number.MAX_SAFE_INTEGER });
      }),
    endRange: () => void (range.current = null),
    all: () => {
      if (total === 0) return;
      begin(null);
      set(selectAll(shown));
    },
    clear: () => {
      begin(null);
      set(EMPTY_SELECTION);
    },
  };
}

/** Adds a row to the latest state. Several rows may be added before the table renders again. */
function withRow({ selection, number }: NumberedSelection, id: string): NumberedSelection {
  return { selection: add(selection, [id]) ?? selection, number: number + 1 };
}

/** Requests the ids of a range. Only the last request adds its rows, unless it was cancelled. */
function useLastRange(onRows: (base: Selection, ids: readonly string[]) => void) {
  const step = useRef(0);
  return {
    cancel: (): void => {
      step.current += 1;
    },
    request: async (base: Selection, read: () => Promise<RangeAnswer | null>): Promise<void> => {
      step.current += 1;
      const mine = step.current;
      const answer = await read();
      if (answer === null || mine !== step.current) return;
      if (!answer.ok) notifyFailure(answer.error);
      else if (answer.value.count > MAX_SELECTED) notifyTooMany();
      else onRows(base, answer.value.ids);
    },
  };
}

type RangeAnswer = Awaited<ReturnType<HostApi["queryRange"]>>;

function useSelectionCounts(
  resource: Resource,
  { selection, number }: NumberedSelection,
  shown: Query,
  total: number,
): Pick<RowSelection, "count" | "outside" | "extent"> {
  const api = useConnectionApi();
  // This id and the number identify the selection in cache keys, because a key with all ids would be too long.
  const table = useId();
  const isByIds = selection.kind === "ids";
  const ids = isByIds ? selection.ids : selection.except;
  const counted = useQuery({
    ...listedCountQuery(api, resource, selection, `${table}${number}`, shown),
    enabled: ids.size > 0,
  });
  const idsShown = ids.size === 0 ? 0 : counted.data?.total;
  const count = isByIds ? ids.size : Math.max(0, total - (idsShown ?? ids.size));
  const inResult = isByIds ? idsShown : count;
  return {
    count,
    outside: inResult === undefined ? null : count - inResult,
    extent: count === 0 ? "none" : inResult === total && total > 0 ? "all" : "some",
  };
}

function notifyTooMany(): void {
  notifications.show({ message: SELECTION.tooMany({ most: MAX_SELECTED }), color: "orange" });
}

const listedCountQuery = (
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  selection: Selection,
  name: string,
  shown: Query,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "selected", name, resultKey(shown)],
    queryFn: () =>
      unwrap(host.queryCount({ connectionId, resource, query: listedInResult(selection, shown) })),
  });
