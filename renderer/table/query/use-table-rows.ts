import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import { chunkQuery, rowsByIdsQuery, type DisplayRow, type TableQuery } from "./result-queries.ts";
import { chunksOf, displayRowAt, type RowRange } from "./row-chunks.ts";
import {
  countMoves,
  missingIds,
  reduceRows,
  rowsIn,
  type LatestChunk,
  type RowsState,
} from "./rows-state.ts";
import type { RowsStore } from "./rows-store.ts";
import { useApplyOrder } from "./use-apply-order.ts";
import { useFewChunks, useReadAhead } from "./use-chunk-cache.ts";
import type { QueryResult } from "./use-result.ts";

/** The rows in sight, in an order that changes only when it may. */
export interface TableRows {
  /** The display row at an index; undefined until it is loaded. */
  readonly rowAt: (index: number) => DisplayRow | undefined;
  readonly total: number;
  readonly range: RowRange;
  /** The loaded rows; the same array while none of them changes. */
  readonly loaded: readonly DisplayRow[];
  /** How many rows the pending order would move; null if none is pending. */
  readonly moves: number | null;
  /** How many more rows the pending order has; fewer if it is negative. */
  readonly more: number;
  readonly apply: () => void;
}

interface InSight extends RowRange {
  /** Whether the user points, selects or has a menu open. No row may move then. */
  readonly isFrozen: boolean;
  /** Whether the first row in sight is to stay in sight. */
  readonly isAnchored: () => boolean;
  /** Scrolls down by `rows` rows, to keep the first visible row in place. */
  readonly onShift: (rows: number) => void;
}

/**
 * The most missing rows of a screen that are fetched by their ids. With more, none are: the ids travel with the
 * query.
 */
const MOST_MISSING = 300;

/** How many lines the table has, before its rows in sight are known. */
export function useLineCount(store: RowsStore, { tableQuery, lines }: QueryResult): number {
  const state = useSyncExternalStore(store.subscribe, store.get);
  return state.tableQuery === tableQuery ? state.lines : lines;
}

/** Fetches the chunks in sight. Values change in place at once; another order is taken as a whole, when nothing is frozen. */
export function useTableRows(
  resource: Resource,
  store: RowsStore,
  result: QueryResult,
  inSight: InSight,
): TableRows {
  const { tableQuery, total, all, lines, revision } = result;
  useReadAhead(resource, tableQuery, inSight, lines);
  useFewChunks(resource, tableQuery, Math.floor(inSight.first / CHUNK_ROWS));
  const latest = useLatestChunks(resource, tableQuery, inSight);
  const last = useSyncExternalStore(store.subscribe, store.get);
  const byIds = useMissingRows(resource, last.tableQuery === tableQuery ? last : null, latest);
  const numbers = { total, all, lines };
  const state = reduceRows(last, { type: "fetched", tableQuery, numbers, latest, revision, byIds });
  useLayoutEffect(() => store.keep(last, state));

  const { chunks, pending } = state;
  const loaded = useMemo(
    () => [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, rows]) => rows),
    [chunks],
  );
  const apply = useApplyOrder(resource, store, { tableQuery, numbers, latest, chunks, inSight });
  // Rows that only the cache had must not freeze the order: the user cannot be pointing at them yet.
  const isDue = pending && (state.mixing || !inSight.isFrozen || !state.confirmed);
  const newest = Math.max(...[...latest.values()].map((chunk) => chunk?.revision ?? 0));
  useEffect(() => {
    if (isDue) apply();
    // Once for every due revision, and again if the applied order is outdated by then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue, newest, chunks]);

  return {
    rowAt: (index) => displayRowAt(chunks, index),
    total: state.lines,
    range: {
      first: Math.min(...chunks.keys()) * CHUNK_ROWS,
      last: (Math.max(...chunks.keys()) + 1) * CHUNK_ROWS - 1,
    },
    loaded,
    moves: pending && !isDue ? countMoves(loaded, rowsIn(latest)) : null,
    more: total - state.total,
    apply,
  };
}

function useLatestChunks(
  resource: Resource,
  tableQuery: TableQuery,
  { first, last }: RowRange,
): ReadonlyMap<number, LatestChunk | undefined> {
  const copy = useConnectionApi();
  const numbers = chunksOf(first, last);
  const windows = useQueries({
    queries: numbers.map((chunk) => chunkQuery(copy, resource, tableQuery, chunk)),
  });
  return new Map(
    numbers.map((chunk, at) => {
      const { data, isFetching } = windows[at] ?? {};
      return [chunk, data && { rows: data.lines, revision: data.revision, settled: !isFetching }];
    }),
  );
}

const NO_ROWS: readonly DisplayRow[] = [];

/** Rows that a pending order moved out of the visible chunks, fetched by their ids. @param state null for another list. */
function useMissingRows(
  resource: Resource,
  state: RowsState | null,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
): readonly DisplayRow[] {
  const copy = useConnectionApi();
  const missing = state?.pending ? missingIds(state, latest) : [];
  const isWanted = missing.length > 0 && missing.length <= MOST_MISSING;
  const { data } = useQuery({ ...rowsByIdsQuery(copy, resource, missing), enabled: isWanted });
  return data?.rows ?? NO_ROWS;
}
