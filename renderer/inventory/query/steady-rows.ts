import { isHeading, type Line, type Listed } from "./result-queries.ts";

/** A chunk of a result as it was last fetched. */
export interface LatestChunk {
  readonly rows: readonly Line[];
  readonly revision: number;
  /** False while a newer answer is under way. */
  readonly settled: boolean;
}

/** The order on screen: chunks by their number, all of one order. */
export interface SteadyRows {
  readonly listed: Listed;
  readonly chunks: ReadonlyMap<number, readonly Line[]>;
  /** Chunks that the view is about to be moved to, kept until it is there. */
  readonly target: readonly number[];
}

/** What a refresh means for the order on screen. */
export interface Following {
  /** The same object where nothing changed. */
  readonly steady: SteadyRows;
  /** Whether the order on screen is no longer that of the result. */
  readonly pending: boolean;
  /** Whether rows are wanted that would mix two orders on screen, so that the new one has to be taken. */
  readonly mixing: boolean;
}

const NOTHING: ReadonlyMap<number, readonly Line[]> = new Map();

/** The order before anything is here. */
export const startOf = (listed: Listed): SteadyRows => ({ listed, chunks: NOTHING, target: [] });

/**
 * Follows what was fetched as far as nothing on screen moves: values, rows added at the end, chunks that come into
 * sight. An order that differs is only told.
 * @param latest - the chunks in sight; undefined while one is not here yet.
 * @param known - the newest revision that anything on screen is of: rows that were kept from an older one do not fit under
 * its total, and are waited for.
 */
export function follow(
  present: SteadyRows,
  listed: Listed,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
  known = -1,
): Following {
  const steady = present.listed === listed ? present : startOf(listed);
  const arrived = steady.target.some((chunk) => latest.has(chunk));
  const target = arrived ? [] : steady.target;
  const chunks = new Map<number, readonly Line[]>();
  for (const [at, rows] of steady.chunks) if (latest.has(at) || target.includes(at)) chunks.set(at, rows);
  const newest = Math.max(known, ...[...latest.values()].map((chunk) => chunk?.revision ?? -1));

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
    // Of an older revision than what is beside it, it is about to come anew.
    else if (chunk.settled || chunk.revision === newest) chunks.set(at, chunk.rows);
  }
  const same =
    steady === present && target.length === steady.target.length && sameChunks(chunks, steady.chunks);
  return { steady: same ? present : { listed, chunks, target }, pending, mixing };
}

/** Whether the rows are the same ones in the same order, with none or some more after them. */
function continues(rows: readonly Line[], later: readonly Line[]): boolean {
  return rows === later || rows.every((row, at) => row["id"] === later[at]?.["id"]);
}

function sameChunks(
  one: ReadonlyMap<number, readonly Line[]>,
  other: ReadonlyMap<number, readonly Line[]>,
): boolean {
  return one.size === other.size && [...one].every(([at, rows]) => other.get(at) === rows);
}

/** The rows of the order on screen that the fetched chunks have no more: moved further away, or out of the result. */
export function missingIds(
  steady: SteadyRows,
  latest: ReadonlyMap<number, LatestChunk | undefined>,
): string[] {
  const here = new Set([...latest.values()].flatMap((chunk) => chunk?.rows.map(({ id }) => id) ?? []));
  return [...steady.chunks.values()].flatMap((rows) =>
    rows.flatMap((line) =>
      typeof line.id === "string" && !isHeading(line) && !here.has(line.id) ? [line.id] : [],
    ),
  );
}

/** The order on screen with the values that are known now. */
export function withValues(steady: SteadyRows, known: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const byId = new Map(known.map((row) => [row["id"], row]));
  return new Map([...steady.chunks].map(([at, rows]) => [at, rows.map((row) => byId.get(row["id"]) ?? row)]));
}

/**
 * How many rows of what is loaded came, went or changed places. What was only pushed over the end by others is not
 * counted.
 */
export function countMoves(before: readonly Line[], after: readonly Line[]): number {
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
