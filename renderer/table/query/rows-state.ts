import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import { isHeading, type DisplayRow } from "../../inventory/records/read-rows.ts";
import type { TableQuery } from "./result-queries.ts";
import { useSyncExternalStore } from "react";
import { Emitter } from "../../base/emitter.ts";
import type { Counts, QueryResult } from "./use-result.ts";

/** A range of display rows, from the first index to the last index, both included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The display row at an index; undefined while its chunk is not loaded. */
export function displayRowAt(chunks: Chunks, index: number): DisplayRow | undefined {
  return chunks.get(Math.floor(index / CHUNK_ROWS))?.[index % CHUNK_ROWS];
}

/** The numbers of the chunks that contain a range of indexes. There is at least one. */
export function chunksOf(firstIndex: number, lastIndex: number): number[] {
  const first = Math.floor(firstIndex / CHUNK_ROWS);
  const last = Math.floor(lastIndex / CHUNK_ROWS);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => first + n);
}

/** The display rows of a result by the number of their chunk. */
export type Chunks = ReadonlyMap<number, readonly DisplayRow[]>;

export interface LatestChunk {
  readonly rows: readonly DisplayRow[];
  readonly revision: number;
  /** False while a newer answer is being requested. */
  readonly settled: boolean;
}

export interface RowNumbers {
  readonly total: number;
  /** The number of rows without any filter; null until it is counted. */
  readonly all: number | null;
  /** The number of display rows. Unless the table is grouped, it equals the number of rows. */
  readonly lines: number;
}

/** The rows of a table: the rows on screen, and whether another order is pending. */
export interface RowsState extends RowNumbers {
  readonly tableQuery: TableQuery;
  readonly chunks: Chunks;
  /** Chunks to which the view is about to scroll. They are kept until the view has scrolled there. */
  readonly target: readonly number[];
  /** False while the rows are from the cache and no newer answer has confirmed them. */
  readonly confirmed: boolean;
  /** Whether the result has another order than the rows on screen. */
  readonly pending: boolean;
  /** Whether the visible rows would mix two orders. Then the new order must replace the old order. */
  readonly mixing: boolean;
}

export type RowsEvent =
  | {
      /** Reports the parts of the result that are fetched so far. Every render sends this event. */
      readonly type: "fetched";
      readonly tableQuery: TableQuery;
      readonly numbers: RowNumbers;
      /** The visible chunks; undefined for a chunk that is not loaded. */
      readonly latest: ReadonlyMap<number, LatestChunk | undefined>;
      /** The newest revision of the data on screen. */
      readonly revision: number;
      /** The new values of rows that moved away. These rows are fetched by their ids. */
      readonly byIds: readonly DisplayRow[];
    }
  | {
      /** The pending order is loaded for the visible rows. It replaces the order on screen. */
      readonly type: "applied";
      readonly tableQuery: TableQuery;
      readonly numbers: RowNumbers;
      readonly chunks: Chunks;
    };

const NO_CHUNKS: Chunks = new Map();

/** The state before any row is loaded. */
export function rowsOf(tableQuery: TableQuery, { total, all, lines }: RowNumbers): RowsState {
  return {
    tableQuery,
    total,
    all,
    lines,
    chunks: NO_CHUNKS,
    target: [],
    confirmed: false,
    pending: false,
    mixing: false,
  };
}

/**
 * The state after an event. Values change in place; another order becomes `pending`. Returns the same object if nothing
 * changes.
 */
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
  // The numbers of rows may arrive before the rows, and must not be shown with the old rows. The revision does not tell
  // which numbers are newer, because the result of a relative filter changes every minute.
  const isBehind = [...latest.values()].some((chunk) => chunk?.settled === false);
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

/** Takes over the visible chunks if no row moves. */
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
    // A chunk that is older than its neighbours will soon be fetched again.
    else if (chunk.settled || chunk.revision === newest) chunks.set(at, chunk.rows);
  }
  return { chunks: sameChunks(chunks, before) ? before : chunks, pending, mixing };
}

/** The rows of the visible chunks. */
export function rowsIn(latest: Fetched["latest"]): readonly DisplayRow[] {
  return [...latest.values()].flatMap((chunk) => chunk?.rows ?? []);
}

function isSame(one: RowsState, other: RowsState): boolean {
  const names = ["tableQuery", "total", "all", "lines", "chunks", "confirmed", "pending", "mixing"] as const;
  return names.every((name) => one[name] === other[name]) && one.target.length === other.target.length;
}

/** True if `later` starts with the same rows in the same order. */
function continues(rows: readonly DisplayRow[], later: readonly DisplayRow[]): boolean {
  return rows === later || rows.every((row, at) => row["id"] === later[at]?.["id"]);
}

function sameChunks(one: Chunks, other: Chunks): boolean {
  return one.size === other.size && [...one].every(([at, rows]) => other.get(at) === rows);
}

/** The ids of shown rows that the fetched chunks do not contain: they moved away, or left the result. */
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

/** Updates the chunks on screen with the newest values of their rows. @returns the same object if no value is newer. */
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
 * The number of loaded rows that were added, removed or moved. Rows that were pushed beyond the last loaded row do not
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

/** The length of the longest increasing subsequence. It is the number of rows that kept their order. */
function longestRise(places: readonly number[]): number {
  const ends: number[] = [];
  for (const place of places) {
    const at = ends.findIndex((end) => end >= place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return ends.length;
}

/**
 * Stores the state of a table's rows outside React. The grid sends events; the toolbar and the strip show the numbers
 * of rows.
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

  /**
   * Stores the state that a render derived from `from`. If an event changed the state meanwhile, the table renders
   * again instead.
   */
  readonly keep = (from: RowsState, next: RowsState): void => {
    if (next === from || from !== this.#state) return;
    this.#state = next;
    this.#changes.emit();
  };
}

/** The numbers for the rows on screen. While another order is pending, the numbers of the result may be newer. */
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
