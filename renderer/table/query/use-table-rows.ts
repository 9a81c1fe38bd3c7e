import { useQueries, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore, useRef } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import { rowsByIdsQuery } from "../../inventory/records/record-queries.ts";
import { isHeading, type DisplayRow } from "../../inventory/records/read-rows.ts";
import { chunkQuery, neighboursQuery, type TableQuery } from "./result-queries.ts";
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

/** The visible rows. Their order changes only while it is not frozen. */
export interface TableRows {
  /** The display row at an index; undefined until the row is loaded. */
  readonly rowAt: (index: number) => DisplayRow | undefined;
  readonly total: number;
  readonly range: RowRange;
  /** The loaded rows. The array stays the same object until one of the rows changes. */
  readonly loaded: readonly DisplayRow[];
  /** The number of rows that the pending order would move; null if no order is pending. */
  readonly moves: number | null;
  /** The number of rows that the pending order adds; negative if it has fewer rows. */
  readonly more: number;
  readonly apply: () => void;
}

interface InSight extends RowRange {
  /** Whether no row may move: true while the user points at rows, selects rows or has a menu open. */
  readonly isFrozen: boolean;
  /** Whether the first visible row must stay visible. */
  readonly isAnchored: () => boolean;
  /** Scrolls down by a number of rows, to keep the first visible row in place. */
  readonly onShift: (rows: number) => void;
}

/**
 * The most missing rows that are fetched by their ids. With more ids the query would be too long, and no row is
 * fetched.
 */
const MAX_MISSING_ROWS = 300;

/** The number of display rows. The scroll height needs it before the visible rows are known. */
export function useLineCount(store: RowsStore, { tableQuery, lines }: QueryResult): number {
  const state = useSyncExternalStore(store.subscribe, store.get);
  return state.tableQuery === tableQuery ? state.lines : lines;
}

/**
 * Fetches the visible chunks. Values change in place at once; another order is applied as a whole, unless the rows are
 * frozen.
 */
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
  // Rows from the cache that are not confirmed yet do not freeze the order, because the user cannot point at them yet.
  const isDue = pending && (state.mixing || !inSight.isFrozen || !state.confirmed);
  const newest = Math.max(...[...latest.values()].map((chunk) => chunk?.revision ?? 0));
  useEffect(() => {
    if (isDue) apply();
    // The order is applied once for every revision that needs it, and again if it is outdated by then.
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
  const api = useConnectionApi();
  const numbers = chunksOf(first, last);
  const windows = useQueries({
    queries: numbers.map((chunk) => chunkQuery(api, resource, tableQuery, chunk)),
  });
  return new Map(
    numbers.map((chunk, at) => {
      const { data, isFetching } = windows[at] ?? {};
      return [chunk, data && { rows: data.lines, revision: data.revision, settled: !isFetching }];
    }),
  );
}

const NO_ROWS: readonly DisplayRow[] = [];

/** Fetches rows that a pending order moved out of the visible chunks. @param state null if the list is another one. */
function useMissingRows(
  resource: Resource,
  state: RowsState | null,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
): readonly DisplayRow[] {
  const api = useConnectionApi();
  const missing = state?.pending ? missingIds(state, latest) : [];
  const isWanted = missing.length > 0 && missing.length <= MAX_MISSING_ROWS;
  const { data } = useQuery({ ...rowsByIdsQuery(api, resource, missing), enabled: isWanted });
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

/** Applies the pending order: fetches its visible chunks, then replaces all rows at once. */
function useApplyOrder(resource: Resource, store: RowsStore, pending: Pending): () => void {
  const api = useConnectionApi();
  const client = useQueryClient();
  const isRunning = useRef(false);
  // The callback may change between the request of the chunks and their arrival.
  const latestShift = useRef(pending.inSight.onShift);
  useEffect(() => {
    latestShift.current = pending.inSight.onShift;
  });
  const apply = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    const { tableQuery, numbers, inSight } = pending;
    try {
      const shift = inSight.isAnchored() ? await shiftOf(client, api, resource, pending) : 0;
      const wanted = chunksOf(Math.max(0, inSight.first + shift), Math.max(0, inSight.last + shift));
      const fetched = await Promise.all(
        wanted.map((chunk) => client.fetchQuery(chunkQuery(api, resource, tableQuery, chunk))),
      );
      const chunks = new Map(wanted.map((chunk, at) => [chunk, fetched[at]?.lines ?? []]));
      store.send({ type: "applied", tableQuery, numbers, chunks });
      if (shift !== 0) latestShift.current(shift);
    } finally {
      isRunning.current = false;
    }
  };
  // If a chunk cannot be fetched, the order on screen stays, and the next revision causes another try.
  return () => void apply().catch(() => undefined);
}

/**
 * The number of display rows by which the pending order would move the visible rows. The first visible row that is in
 * the pending order decides; 0 if there is no such row.
 */
async function shiftOf(
  client: QueryClient,
  api: ConnectionApi,
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
  // All visible rows have moved out of the loaded range, so the core is asked for their new positions.
  const indexes = Array.from({ length: inSight.last - inSight.first + 1 }, (_, n) => inSight.first + n);
  const index = indexes.find((at) => !isHeading(displayRowAt(chunks, at)));
  const id = index === undefined ? undefined : displayRowAt(chunks, index)?.id;
  if (index === undefined || typeof id !== "string") return 0;
  const { line } = await client.fetchQuery(
    neighboursQuery(api, resource, tableQuery.query, tableQuery.groups, id),
  );
  return line === null ? 0 : line - index;
}

/** The number of chunks to fetch ahead. In a fast scroll of 500 rows a second, they last almost half a second. */
const CHUNKS_AHEAD = 2;
/**
 * The largest step of a scroll, in rows. A larger step means that the user drags the scrollbar, so its direction
 * predicts nothing.
 */
const LARGEST_SCROLL_ROWS = 2 * CHUNK_ROWS;

/**
 * Fetches the rows ahead of a scroll. Without a scroll it fetches nothing, so that the rows for a key press do not have
 * to wait.
 */
function useReadAhead(
  resource: Resource,
  tableQuery: TableQuery,
  { first, last }: { readonly first: number; readonly last: number },
  total: number,
): void {
  const api = useConnectionApi();
  const client = useQueryClient();
  const before = useRef({ tableQuery, first });
  useEffect(() => {
    const scrolled = before.current.tableQuery === tableQuery ? first - before.current.first : 0;
    before.current = { tableQuery, first };
    if (scrolled === 0 || Math.abs(scrolled) > LARGEST_SCROLL_ROWS) return;
    const direction = Math.sign(scrolled);
    const edge = Math.floor((direction > 0 ? last : first) / CHUNK_ROWS);
    const end = Math.floor((total - 1) / CHUNK_ROWS);
    for (let step = 1; step <= CHUNKS_AHEAD; step += 1) {
      const chunk = edge + direction * step;
      if (chunk >= 0 && chunk <= end) void client.prefetchQuery(chunkQuery(api, resource, tableQuery, chunk));
    }
  }, [client, api, resource, tableQuery, first, last, total]);
}

/** The most invisible chunks that are kept. They are used when the user scrolls back or returns to a result. */
const MAX_UNUSED_CHUNKS = 2;

/** Drops the chunks that have been invisible longest. So a long scroll does not fill the heap. */
function useFewChunks(resource: Resource, tableQuery: TableQuery, first: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const unused = cache
      .findAll({ queryKey: [LOCAL_DATA, resource], type: "inactive", fetchStatus: "idle" })
      .filter(({ queryKey }) => queryKey[3] === "rows")
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
    for (const query of unused.slice(MAX_UNUSED_CHUNKS)) cache.remove(query);
    // The effect runs when other chunks become visible.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, resource, tableQuery, first]);
}
