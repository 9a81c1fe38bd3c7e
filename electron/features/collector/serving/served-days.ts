import { CORRECTED_DAYS } from "../../../../shared/inventory/stock.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import { invalid } from "../../../api-server/answers.ts";
import { MOST_CHARACTERS } from "./own-requests.ts";

/** The most lines in one page. Reading them takes a few hundredths of a second. */
export const MOST_LINES = 5_000;
/** The number of rows that are read at once. */
const ROWS = 500;

/**
 * The place after which a page of counted days begins. The pages contain first the stock of each day, then consumption,
 * then the spans in which the copy was observed.
 */
export type DaysPlace =
  /**
   * `done` rows of the day's count at `takenAt` were sent. If the day was counted again since, the day is sent from its
   * first row.
   */
  | { readonly at: "stock"; readonly day: string; readonly takenAt: number; readonly done: number }
  | { readonly at: "consumption"; readonly day: string; readonly done: number }
  /** The first quarter of an hour to send. */
  | { readonly at: "observed"; readonly quarter: number };

/** One page of the counted days. */
export interface DaysPage {
  /** The lines, each an object as JSON. */
  readonly lines: readonly string[];
  /** The place of the next page; null after the last page. */
  readonly next: DaysPlace | null;
}

/** A page, and the state of the counted days to which it belongs. */
export interface CountedDays extends DaysPage {
  /** The time at which a day was last counted. */
  readonly counted: number;
}

/** A query for the rows that a page needs. The values are in the order of the store's statement. */
export interface DaysQuery {
  readonly of: "days" | "stock" | "consumption" | "quarters";
  readonly values: readonly (string | number)[];
}

type Row = Readonly<Record<string, unknown>>;
type Reading<T> = Generator<DaysQuery, T, readonly Row[]>;

/** The first place. @param from the first day, ISO 8601; empty for all days. */
export const firstDay = (from: string): DaysPlace => ({ at: "stock", day: from, takenAt: -1, done: 0 });

/** Reads the first day that a client requests. @returns "" for all days. @throws ServiceError 400. */
export function dayOf(text: string | null): string {
  if (text === null || text === "") return "";
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` reads 31 February as a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text))
    throw invalid("from must be a date, such as 2026-05-31.");
  return text;
}

/** Writes a place as a text. The client sends this text back. */
export function placeText(place: DaysPlace): string {
  if (place.at === "stock") return `stock_${place.day}_${place.takenAt}_${place.done}`;
  return place.at === "consumption" ? `consumption_${place.day}_${place.done}` : `observed_${place.quarter}`;
}

const PLACE =
  /^(?:stock_(\d{4}-\d\d-\d\d)_(\d{1,15})_(\d{1,15})|consumption_([\d-]*)_(\d{1,15})|observed_(\d{1,15}))$/;

/** Reads a place that a client sent back. @throws ServiceError 400. */
export function placeOf(text: string): DaysPlace {
  const [, counted, takenAt, done, used, rows, quarter] = PLACE.exec(text) ?? [];
  if (counted !== undefined)
    return { at: "stock", day: dayOf(counted), takenAt: Number(takenAt), done: Number(done) };
  if (used !== undefined) return { at: "consumption", day: dayOf(used), done: Number(rows) };
  if (quarter !== undefined) return { at: "observed", quarter: Number(quarter) };
  throw invalid("after must be the value of next of the page before.");
}

/**
 * Reads one page. Both kinds of stores run its queries.
 * @param from the first day, ISO 8601; empty for all days. Consumption and observed spans begin some days earlier,
 * because consumption is corrected later.
 */
export function* daysPage(from: string, start: DaysPlace, most: number): Reading<DaysPage> {
  const since = from === "" ? 0 : Date.parse(from) - CORRECTED_DAYS * 86_400_000;
  const page = new Page(most);
  let place: DaysPlace | null = start;
  if (place.at === "stock") {
    place = yield* stockAfter(place, page);
    place ??= {
      at: "consumption",
      day: from === "" ? "" : new Date(since).toISOString().slice(0, 10),
      done: 0,
    };
  }
  if (place.at === "consumption") {
    place = yield* consumptionAfter(place, page);
    place ??= { at: "observed", quarter: Math.max(0, Math.ceil(since / QUARTER_MS)) };
  }
  if (place.at === "observed") place = yield* observedAfter(place, page);
  return { lines: page.lines, next: place };
}

const QUARTER_MS = 15 * 60_000;

/** The lines of a page, limited in number and size. */
class Page {
  readonly lines: string[] = [];
  readonly #most: number;
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The number of rows to read next; 0 if the page is full. */
  get room(): number {
    return this.#characters >= MOST_CHARACTERS ? 0 : Math.min(ROWS, this.#most - this.lines.length);
  }

  add(kind: string, row: Row): void {
    const line = JSON.stringify({ kind, ...row });
    this.lines.push(line);
    this.#characters += line.length;
  }
}

type PlaceIn<At extends DaysPlace["at"]> = Extract<DaysPlace, { readonly at: At }>;

/** Adds the stock of days. @returns the place at which the page is full; null after the last day. */
function* stockAfter(start: PlaceIn<"stock">, page: Page): Reading<DaysPlace | null> {
  let place = start;
  for (let asked = page.room + 1; ; asked = page.room + 1) {
    // If a day is continued, it is the first of these days.
    const days = yield { of: "days", values: [place.day, asked] };
    for (const row of days) {
      const [day, takenAt] = [String(row["day"]), Number(row["takenAt"])];
      if (day !== place.day || takenAt !== place.takenAt) {
        if (page.room === 0) return place;
        page.add("day", row);
        place = { at: "stock", day, takenAt, done: 0 };
      }
      for (;;) {
        const { room } = page;
        if (room === 0) return place;
        const rows = yield { of: "stock", values: [day, room, place.done] };
        for (const stock of rows) page.add("stock", stock);
        place = { ...place, done: place.done + rows.length };
        if (rows.length < room) break;
      }
    }
    if (days.length < asked) return null;
  }
}

function* consumptionAfter(start: PlaceIn<"consumption">, page: Page): Reading<DaysPlace | null> {
  for (let place = start; ;) {
    const { room } = page;
    if (room === 0) return place;
    const rows = yield { of: "consumption", values: [place.day, room, place.done] };
    for (const row of rows) page.add("consumption", row);
    if (rows.length < room) return null;
    const day = String(rows.at(-1)?.["day"]);
    const done = rows.filter((row) => row["day"] === day).length;
    place = { ...place, day, done: day === place.day ? place.done + done : done };
  }
}

/** Adds the spans in which the copy was observed. A span that is longer than one read is in two parts. */
function* observedAfter(start: PlaceIn<"observed">, page: Page): Reading<DaysPlace | null> {
  for (let place = start; ;) {
    const { room } = page;
    if (room === 0) return place;
    const rows = yield { of: "quarters", values: [place.quarter, room] };
    const quarters = rows.map((row) => Number(row["quarter"]));
    for (const span of spansOf(quarters)) page.add("observed", { ...span });
    if (rows.length < room) return null;
    place = { ...place, quarter: Number(quarters.at(-1)) + 1 };
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Joins consecutive quarters of an hour to spans. */
function spansOf(quarters: readonly number[]): readonly Span[] {
  const spans: { from: number; to: number }[] = [];
  for (const quarter of quarters) {
    const last = spans.at(-1);
    if (last?.to === quarter - 1) last.to = quarter;
    else spans.push({ from: quarter, to: quarter });
  }
  return spans;
}

const QUERIES: Readonly<Record<DaysQuery["of"], string>> = {
  days: "SELECT day, takenAt, lowStock, problems FROM snapshot_days WHERE day >= ? ORDER BY day LIMIT ?",
  stock: `SELECT day, dimension, id, status, items, length, weight FROM snapshots WHERE day = ?
    ORDER BY dimension, id, status LIMIT ? OFFSET ?`,
  consumption: `SELECT day, typeId, length, weight FROM consumption WHERE day >= ?
    ORDER BY day, typeId LIMIT ? OFFSET ?`,
  quarters: "SELECT quarter FROM observed_quarters WHERE quarter >= ? ORDER BY quarter LIMIT ?",
};

/** Reads one page of a copy, like `daysPage`. */
export function readDays(database: Database, from: string, start: DaysPlace, most: number): DaysPage {
  const reading = daysPage(from, start, most);
  let step = reading.next([]);
  while (step.done !== true)
    step = reading.next(prepared(database, QUERIES[step.value.of]).all(...step.value.values) as Row[]);
  return step.value;
}

/** The time at which a day was last counted, ms since the epoch; 0 if no day was counted yet. */
export function countedAt(database: Database): number {
  const row = prepared(database, "SELECT ifnull(max(takenAt), 0) AS at FROM snapshot_days").get();
  return (row as { at: number }).at;
}
