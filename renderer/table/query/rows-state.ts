import { CHUNK_ROWS } from "./chunk-rows.ts";
import { isHeading, type DisplayRow, type TableQuery } from "./result-queries.ts";
import { useSyncExternalStore } from "react";
import { Emitter } from "../../base/emitter.ts";
import type { Counts, QueryResult } from "./use-result.ts";

/** Lines by their indexes, both included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The display row at an index; undefined while its chunk is not loaded. */
export function displayRowAt(chunks: Chunks, index: number): DisplayRow | undefined {
  return chunks.get(Math.floor(index / CHUNK_ROWS))?.[index % CHUNK_ROWS];
}

/** The numbers of the chunks that some indexes lie in; at least one. */
export function chunksOf(firstIndex: number, lastIndex: number): number[] {
  const first = Math.floor(firstIndex / CHUNK_ROWS);
  const last = Math.floor(lastIndex / CHUNK_ROWS);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => first + n);
}

/** Lines of a result by the numbers of their chunks. */
export type Chunks = ReadonlyMap<number, readonly DisplayRow[]>;

export interface LatestChunk {
  readonly rows: readonly DisplayRow[];
  readonly revision: number;
  /** False while a newer answer is under way. */
  readonly settled: boolean;
}

export interface RowNumbers {
  readonly total: number;
  /** Without any filter; null until counted. */
  readonly all: number | null;
  /** Lines of the table: one a row, unless it is in groups. */
  readonly lines: number;
}

/** The rows of a table: all that is on screen, and whether another order is pending. */
export interface RowsState extends RowNumbers {
  readonly tableQuery: TableQuery;
  readonly chunks: Chunks;
  /** Chunks that the view is about to be moved to, kept until it is there. */
  readonly target: readonly number[];
  /** False while the rows are as the cache remembered them from before. */
  readonly confirmed: boolean;
  /** Whether the result has another order than the one on screen. */
  readonly pending: boolean;
  /** Whether rows in sight would mix two orders. The new order must then replace the old one. */
  readonly mixing: boolean;
}

export type RowsEvent =
  | {
      /** The result as it is known now; sent with every render. */
      readonly type: "fetched";
      readonly tableQuery: TableQuery;
      readonly numbers: RowNumbers;
      /** The chunks in sight; undefined while one is not here yet. */
      readonly latest: ReadonlyMap<number, LatestChunk | undefined>;
      /** The newest revision that anything on screen is of. */
      readonly revision: number;
      /** Rows that were fetched by their ids, for the values of rows that moved away. */
      readonly byIds: readonly DisplayRow[];
    }
  | {
      /** The pending order was fetched around the rows in sight. It replaces the one on screen. */
      readonly type: "applied";
      readonly tableQuery: TableQuery;
      readonly numbers: RowNumbers;
      readonly chunks: Chunks;
    };

const NONE: Chunks = new Map();

/** The state before any row is loaded. */
export function rowsOf(tableQuery: TableQuery, { total, all, lines }: RowNumbers): RowsState {
  return {
    tableQuery,
    total,
    all,
    lines,
    chunks: NONE,
    target: [],
    confirmed: false,
    pending: false,
    mixing: false,
  };
}

/** The next rows: values change in place, another order only becomes `pending`. The same object if nothing changes. */
export function reduceRows(state: RowsState, event: RowsEvent): RowsState {
  if (event.type === "applied") {
    if (event.tableQuery !== state.tableQuery) return state;
    const target = [...event.chunks.keys()];
    return { ...state, ...event.numbers, chunks: event.chunks, target, confirmed: true };
  }
  const begins = event.tableQuery !== state.tableQuery;
  return follow(begins ? rowsOf(event.tableQuery, event.numbers) : state, event, begins);
}

type Fetched = Extract<RowsEvent, { type: "fetched" }>;

function follow(state: RowsState, { numbers, latest, revision, byIds }: Fetched, begins: boolean): RowsState {
  const arrived = state.target.some((chunk) => latest.has(chunk));
  const target = arrived ? [] : state.target;
  const { chunks, pending, mixing } = followChunks(state, target, latest, revision);
  const settled = [...latest.values()].every((chunk) => chunk?.settled);
  const confirmed = state.confirmed || (settled && !pending);
  // Numbers may arrive before their rows, and must not be shown above the former ones.
  const isBehind = [...latest.values()].some(
    (chunk) => chunk !== undefined && !chunk.settled && chunk.revision < revision,
  );
  const waits = (pending || isBehind) && !begins;
  const next: RowsState = {
    tableQuery: state.tableQuery,
    chunks: pending ? withValues(chunks, [...rowsIn(latest), ...byIds]) : chunks,
    target,
    confirmed,
    pending,
    mixing,
    total: waits ? state.total : numbers.total,
    all: waits ? state.all : numbers.all,
    lines: waits ? state.lines : numbers.lines,
  };
  return isSame(state, next) ? state : next;
}

/** The visible chunks in the order on screen, as far as nothing moves. */
function followChunks(
  { chunks: before }: RowsState,
  target: readonly number[],
  latest: Fetched["latest"],
  revision: number,
): Pick<RowsState, "chunks" | "pending" | "mixing"> {
  const chunks = new Map<number, readonly DisplayRow[]>();
  for (const [at, rows] of before) if (latest.has(at) || target.includes(at)) chunks.set(at, rows);
  const newest = Math.max(revision, ...[...latest.values()].map((chunk) => chunk?.revision ?? -1));
  let pending = false;
  for (const [at, chunk] of latest) {
    const rows = chunks.get(at);
    if (rows === undefined || chunk === undefined) continue;
    if (continues(rows, chunk.rows)) chunks.set(at, chunk.rows);
    else pending = true;
  }
  let mixing = false;
  for (const [at, chunk] of latest) {
    if (chunk === undefined || chunks.has(at)) continue;
    if (pending) mixing = true;
    // A chunk older than its neighbours is about to be refetched.
    else if (chunk.settled || chunk.revision === newest) chunks.set(at, chunk.rows);
  }
  return { chunks: sameChunks(chunks, before) ? before : chunks, pending, mixing };
}

/** The rows of the chunks in sight. */
export function rowsIn(latest: Fetched["latest"]): readonly DisplayRow[] {
  return [...latest.values()].flatMap((chunk) => chunk?.rows ?? []);
}

function isSame(one: RowsState, other: RowsState): boolean {
  const names = ["tableQuery", "total", "all", "lines", "chunks", "confirmed", "pending", "mixing"] as const;
  return names.every((name) => one[name] === other[name]) && one.target.length === other.target.length;
}

/** True if `later` begins with the same rows in the same order. */
function continues(rows: readonly DisplayRow[], later: readonly DisplayRow[]): boolean {
  return rows === later || rows.every((row, at) => row["id"] === later[at]?.["id"]);
}

function sameChunks(one: Chunks, other: Chunks): boolean {
  return one.size === other.size && [...one].every(([at, rows]) => other.get(at) === rows);
}

/** Rows shown that the fetched chunks no longer have: they moved away, or left the result. */
export function missingIds(
  { chunks }: Pick<RowsState, "chunks">,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
): string[] {
  const here = new Set(rowsIn(latest).map(({ id }) => id));
  return [...chunks.values()].flatMap((rows) =>
    rows.flatMap((line) =>
      typeof line.id === "string" && !isHeading(line) && !here.has(line.id) ? [line.id] : [],
    ),
  );
}

/** The chunks on screen with the newest values of their rows. @returns the same object if none is newer. */
function withValues(chunks: Chunks, known: readonly DisplayRow[]): Chunks {
  const byId = new Map(known.map((row) => [row["id"], row]));
  const renewed = [...chunks].map(([at, rows]) => {
    const next = rows.map((row) => byId.get(row["id"]) ?? row);
    return [at, next.every((row, place) => row === rows[place]) ? rows : next] as const;
  });
  const next: Chunks = new Map(renewed);
  return sameChunks(next, chunks) ? chunks : next;
}

/**
 * The number of loaded rows that were added, removed or moved. Rows that others only pushed over the end do not
 * count.
 */
export function countMoves(before: readonly DisplayRow[], after: readonly DisplayRow[]): number {
  const newPlace = new Map(after.map((row, at) => [row["id"], at]));
  const places = before.map((row) => newPlace.get(row["id"]) ?? -1);
  const common = places.filter((place) => place >= 0);
  if (common.length === 0) return Math.max(before.length, after.length);
  const lastBefore = places.findLastIndex((place) => place >= 0);
  const lastAfter = common.reduce((most, place) => Math.max(most, place), 0);
  const gone = places.slice(0, lastBefore).filter((place) => place < 0).length;
  const come = lastAfter + 1 - common.length;
  return gone + come + common.length - longestRise(common);
}

/** The length of the longest rising subsequence: those places that kept their order. */
function longestRise(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return ends.length;
}

/**
 * The rows of one table, outside React. The grid sends events, and the parts above it show the numbers of these
 * rows.
 */
export class RowsStore {
  #state: RowsState;
  readonly #changes = new Emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(tableQuery: TableQuery, numbers: RowNumbers) {
    this.#state = rowsOf(tableQuery, numbers);
  }

  readonly get = (): RowsState => this.#state;

  readonly send = (event: RowsEvent): void => this.keep(this.#state, reduceRows(this.#state, event));

  /** Keeps what a render derived from a state, unless another event came in between: then it renders again. */
  readonly keep = (from: RowsState, next: RowsState): void => {
    if (next === from || from !== this.#state) return;
    this.#state = next;
    this.#changes.emit();
  };
}

/** The numbers of the rows on screen; while another order is pending, the result's own may be newer. */
export function useShownNumbers(store: RowsStore, { tableQuery, total, all }: QueryResult): Counts {
  const read = <Name extends keyof Counts>(name: Name, otherwise: Counts[Name]) => {
    const state = store.get();
    return state.tableQuery === tableQuery ? state[name] : otherwise;
  };
  return {
    total: useSyncExternalStore(store.subscribe, () => read("total", total)),
    all: useSyncExternalStore(store.subscribe, () => read("all", all)),
  };
}
