import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { CHUNK_ROWS } from "./chunk-rows.ts";
import {
  chunkQuery,
  isHeading,
  neighboursQuery,
  rowsByIdsQuery,
  type Line,
  type Listed,
} from "./result-queries.ts";
import { useFewChunks } from "./use-few-chunks.ts";
import { useReadAhead } from "./use-read-ahead.ts";
import {
  countMoves,
  follow,
  missingIds,
  startOf,
  withValues,
  type LatestChunk,
  type SteadyRows,
} from "./steady-rows.ts";
import type { Counts, QueryResult } from "./use-result.ts";

/** The rows in sight, in an order that changes only when it may. */
export interface Rows {
  /** The row at an index, undefined until it is here. */
  readonly rowAt: (index: number) => Line | undefined;
  readonly total: number;
  /** The first and the last index that rows are loaded of. */
  readonly first: number;
  readonly last: number;
  /** The rows that are loaded; the same array while none of them changes. */
  readonly loaded: readonly Line[];
  /** How many rows an order that waits would move; null where none waits. */
  readonly held: number | null;
  /** How many more rows that order has; fewer where it is negative. */
  readonly more: number;
  /** Takes the order that waits. */
  readonly apply: () => void;
}

/** The numbers of the order on screen. */
interface Placed extends Counts {
  readonly listed: Listed;
  readonly lines: number;
  /** False while its rows are as they were remembered from an earlier look. */
  readonly confirmed: boolean;
}

/** More rows of one screen than these are never asked for by their ids, which travel with the query. */
const MOST_MISSING = 300;

/**
 * Fetches the chunks behind the rows in sight. A refresh changes values in place at once; another order is taken only
 * when nothing holds it, and then whole: the rows around the first one in sight are here before any of them moves.
 * @param onShift - told by how many rows the first row in sight went down, as soon as it has.
 */
export function useSteadyRows(
  resource: Resource,
  { listed, lines, total, all, revision, keep }: QueryResult,
  inSight: { readonly first: number; readonly last: number },
  holding: boolean,
  anchored: () => boolean,
  onShift: (rows: number) => void,
): Rows {
  const copy = useLocalCopy();
  const client = useQueryClient();
  useReadAhead(resource, listed, inSight, lines);
  const numbers = chunksOf(inSight.first, inSight.last);
  useFewChunks(resource, listed, numbers[0] ?? 0);
  const windows = useQueries({ queries: numbers.map((chunk) => chunkQuery(copy, resource, listed, chunk)) });
  const latest = new Map<number, LatestChunk | undefined>(
    numbers.map((chunk, at) => {
      const { data, isFetching } = windows[at] ?? {};
      return [chunk, data && { rows: data.lines, revision: data.revision, settled: !isFetching }];
    }),
  );
  const [present, setPresent] = useState<SteadyRows>(() => startOf(listed));
  const { steady, pending, mixing } = follow(present, listed, latest, revision);
  if (steady !== present) setPresent(steady);
  // Counts may come before the rows that they are of, and are not shown over the ones before.
  const behind = [...latest.values()].some(
    (chunk) => chunk !== undefined && !chunk.settled && chunk.revision < revision,
  );
  const [placed, setPlaced] = useState<Placed>({ listed, lines, total, all, confirmed: false });
  const hasBegun = placed.listed === listed;
  const waits = (pending || behind) && hasBegun;
  const isHere = [...latest.values()].every((chunk) => chunk?.settled);
  const confirmed = (hasBegun && placed.confirmed) || (isHere && !pending);
  const now: Placed = { listed, lines, total, all, confirmed };
  if (!waits && !samePlaced(placed, now)) setPlaced(now);

  const missing = pending ? missingIds(steady, latest) : [];
  const asked = missing.length > 0 && missing.length <= MOST_MISSING;
  const byIds = useQuery({ ...rowsByIdsQuery(copy, resource, missing), enabled: asked });
  const fetched = useStable(windows.flatMap(({ data }) => (data ? [data.lines] : [])));
  const known = byIds.data?.rows;
  const chunks = useMemo(
    () => (pending ? withValues(steady, [...fetched.flat(), ...(known ?? [])]) : steady.chunks),
    [pending, steady, known, fetched],
  );
  const loaded = useMemo(
    () => [...chunks].toSorted(([a], [b]) => a - b).flatMap(([, rows]) => rows),
    [chunks],
  );

  const running = useRef(false);
  const latestShift = useRef(onShift);
  useEffect(() => {
    latestShift.current = onShift;
  });
  const apply = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    try {
      const shift = anchored() ? await shiftOf() : 0;
      const target = chunksOf(Math.max(0, inSight.first + shift), Math.max(0, inSight.last + shift));
      const pages = await Promise.all(
        target.map((chunk) => client.fetchQuery(chunkQuery(copy, resource, listed, chunk))),
      );
      const taken = new Map(target.map((chunk, at) => [chunk, pages[at]?.lines ?? []]));
      setPresent((now) => (now.listed === listed ? { listed, chunks: taken, target } : now));
      setPlaced({ listed, lines, total, all, confirmed: true });
      if (shift !== 0) latestShift.current(shift);
    } finally {
      running.current = false;
    }
  };
  /** How far down the new order puts the first row in sight that it has. */
  const shiftOf = async (): Promise<number> => {
    const places = new Map<unknown, number>();
    for (const [chunk, page] of latest)
      page?.rows.forEach(({ id }, at) => places.set(id, chunk * CHUNK_ROWS + at));
    for (let index = inSight.first; index <= inSight.last; index += 1) {
      const place = places.get(at(chunks, index)?.id);
      if (place !== undefined) return place - index;
    }
    // All went further than what is loaded: the store knows where to.
    const lines = Array.from({ length: inSight.last - inSight.first + 1 }, (_, n) => inSight.first + n);
    const index = lines.find((line) => !isHeading(at(chunks, line)));
    const id = index === undefined ? undefined : at(chunks, index)?.id;
    if (index === undefined || typeof id !== "string") return 0;
    const { line } = await client.fetchQuery(
      neighboursQuery(copy, resource, listed.query, listed.groups, id),
    );
    return line === null ? 0 : line - index;
  };
  // What was remembered from an earlier look holds nothing up: nobody points at rows that have only just come.
  const due = pending && (mixing || !holding || !confirmed);
  const newest = Math.max(...[...latest.values()].map((chunk) => chunk?.revision ?? 0));
  useEffect(() => {
    if (due) void apply().catch(() => undefined);
    // Once for every revision that is due, and again where the order that was taken is behind by then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [due, newest, steady]);

  const kept = waits && holding && !due ? placed : null;
  // Before the frame that shows the rows: the numbers above them are theirs.
  useLayoutEffect(() => keep(kept && { total: kept.total, all: kept.all }), [keep, kept]);

  return {
    rowAt: (index) => at(chunks, index),
    total: waits ? placed.lines : lines,
    first: Math.min(...chunks.keys()) * CHUNK_ROWS,
    last: (Math.max(...chunks.keys()) + 1) * CHUNK_ROWS - 1,
    loaded,
    held: pending && !due ? countMoves(loaded, fetched.flat()) : null,
    more: kept ? total - kept.total : 0,
    apply: () => void apply().catch(() => undefined),
  };
}

function samePlaced(one: Placed, other: Placed): boolean {
  return (
    one.listed === other.listed
    && one.lines === other.lines
    && one.total === other.total
    && one.all === other.all
    && one.confirmed === other.confirmed
  );
}

function at(chunks: ReadonlyMap<number, readonly Line[]>, index: number): Line | undefined {
  return chunks.get(Math.floor(index / CHUNK_ROWS))?.[index % CHUNK_ROWS];
}

function chunksOf(firstIndex: number, lastIndex: number): number[] {
  const first = Math.floor(firstIndex / CHUNK_ROWS);
  const last = Math.floor(lastIndex / CHUNK_ROWS);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => first + n);
}

/** The same list as long as its parts are the same ones. */
function useStable<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && list.every((part, at) => part === kept[at])) return kept;
  setKept(list);
  return list;
}
