import { useQueries, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore, useRef } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import {
  chunkQuery,
  rowsByIdsQuery,
  isHeading,
  neighboursQuery,
  type DisplayRow,
  type TableQuery,
} from "./result-queries.ts";
import {
  chunksOf,
  displayRowAt,
  countMoves,
  missingIds,
  reduceRows,
  rowsIn,
  type RowRange,
  type LatestChunk,
  type RowsState,
  type RowsStore,
  type Chunks,
  type RowNumbers,
} from "./rows-state.ts";
import type { QueryResult } from "./use-result.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";

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

interface Pending {
  readonly tableQuery: TableQuery;
  readonly numbers: RowNumbers;
  readonly latest: ReadonlyMap<number, LatestChunk | undefined>;
  readonly chunks: Chunks;
  readonly inSight: {
    readonly first: number;
    readonly last: number;
    readonly isAnchored: () => boolean;
    readonly onShift: (rows: number) => void;
  };
}

/** Takes the pending order: fetches the chunks of the rows in sight by then, and replaces all rows at once. */
function useApplyOrder(resource: Resource, store: RowsStore, pending: Pending): () => void {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const isRunning = useRef(false);
  // The callback as it is when the chunks have arrived, not when they were requested.
  const latestShift = useRef(pending.inSight.onShift);
  useEffect(() => {
    latestShift.current = pending.inSight.onShift;
  });
  const apply = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    const { tableQuery, numbers, inSight } = pending;
    try {
      const shift = inSight.isAnchored() ? await shiftOf(client, copy, resource, pending) : 0;
      const wanted = chunksOf(Math.max(0, inSight.first + shift), Math.max(0, inSight.last + shift));
      const fetched = await Promise.all(
        wanted.map((chunk) => client.fetchQuery(chunkQuery(copy, resource, tableQuery, chunk))),
      );
      const chunks = new Map(wanted.map((chunk, at) => [chunk, fetched[at]?.lines ?? []]));
      store.send({ type: "applied", tableQuery, numbers, chunks });
      if (shift !== 0) latestShift.current(shift);
    } finally {
      isRunning.current = false;
    }
  };
  // A chunk that cannot be fetched leaves the order on screen; the next revision tries again.
  return () => void apply().catch(() => undefined);
}

/**
 * The distance that the pending order moves the first row in sight, in display rows. Rows that it does not have are
 * skipped.
 */
async function shiftOf(
  client: QueryClient,
  copy: ConnectionApi,
  resource: Resource,
  { tableQuery, latest, chunks, inSight }: Pending,
): Promise<number> {
  const places = new Map<unknown, number>();
  for (const [chunk, fetched] of latest)
    fetched?.rows.forEach(({ id }, at) => places.set(id, chunk * CHUNK_ROWS + at));
  for (let index = inSight.first; index <= inSight.last; index += 1) {
    const place = places.get(displayRowAt(chunks, index)?.id);
    if (place !== undefined) return place - index;
  }
  // All rows moved beyond the loaded ones; the store knows their new places.
  const indexes = Array.from({ length: inSight.last - inSight.first + 1 }, (_, n) => inSight.first + n);
  const index = indexes.find((at) => !isHeading(displayRowAt(chunks, at)));
  const id = index === undefined ? undefined : displayRowAt(chunks, index)?.id;
  if (index === undefined || typeof id !== "string") return 0;
  const { line } = await client.fetchQuery(
    neighboursQuery(copy, resource, tableQuery.query, tableQuery.groups, id),
  );
  return line === null ? 0 : line - index;
}

/** Chunks to fetch ahead: almost half a second at a fast scroll of 500 rows a second. */
const AHEAD = 2;
/** Rows of the largest step that is not a drag of the scrollbar. A drag's direction predicts nothing. */
const FARTHEST = 2 * CHUNK_ROWS;

/** Fetches the rows ahead of a scroll; nothing without one, so that a key press gets its own rows first. */
function useReadAhead(
  resource: Resource,
  tableQuery: TableQuery,
  { first, last }: { readonly first: number; readonly last: number },
  total: number,
): void {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const before = useRef({ tableQuery, first });
  useEffect(() => {
    const scrolled = before.current.tableQuery === tableQuery ? first - before.current.first : 0;
    before.current = { tableQuery, first };
    if (scrolled === 0 || Math.abs(scrolled) > FARTHEST) return;
    const direction = Math.sign(scrolled);
    const edge = Math.floor((direction > 0 ? last : first) / CHUNK_ROWS);
    const end = Math.floor((total - 1) / CHUNK_ROWS);
    for (let step = 1; step <= AHEAD; step += 1) {
      const chunk = edge + direction * step;
      if (chunk >= 0 && chunk <= end)
        void client.prefetchQuery(chunkQuery(copy, resource, tableQuery, chunk));
    }
  }, [client, copy, resource, tableQuery, first, last, total]);
}

/** Chunks kept out of view, for scrolling on and for returning to a result. */
const MOST_UNUSED = 2;

/** Drops the chunks that were out of view longest. So a long scroll does not fill the heap. */
function useFewChunks(resource: Resource, tableQuery: TableQuery, first: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const unused = cache
      .findAll({ queryKey: [LOCAL_DATA, resource], type: "inactive", fetchStatus: "idle" })
      .filter(({ queryKey }) => queryKey[3] === "rows")
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of unused.slice(MOST_UNUSED)) cache.remove(query);
    // Runs when other chunks come into view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, resource, tableQuery, first]);
}
