import { CORRECTED_DAYS } from "../../store/ingest/consumption.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";

const DAYS = "SELECT day, takenAt, lowStock, problems FROM snapshot_days WHERE day >= ? ORDER BY day";
const STOCK = "SELECT day, dimension, id, status, items, length, weight FROM snapshots WHERE day = ?";
const CONSUMPTION = `SELECT day, typeId, length, weight FROM consumption
  WHERE day >= date(?, '-${CORRECTED_DAYS} days') OR ? = '' ORDER BY day, typeId`;
const QUARTERS = `SELECT quarter FROM observed_quarters
  WHERE quarter >= unixepoch(?, '-${CORRECTED_DAYS} days') / 900 OR ? = '' ORDER BY quarter`;

/** When a day was last counted, ms since the epoch; 0 before the first time. */
export function countedAt(database: Database): number {
  const row = prepared(database, "SELECT ifnull(max(takenAt), 0) AS at FROM snapshot_days").get();
  return (row as { at: number }).at;
}

/**
 * Yields the counted days as lines of JSON: stock and consumption of each day, and when the copy was observed.
 * @param from the first day, ISO 8601; empty for all. Consumption and observation begin some days earlier, since consumption
 * is corrected later.
 */
export function* dayLines(database: Database, from: string): Generator<readonly string[]> {
  const lines = (kind: string, sql: string, ...values: readonly string[]): readonly string[] =>
    (prepared(database, sql).all(...values) as object[]).map((row) => JSON.stringify({ kind, ...row }));
  for (const day of prepared(database, DAYS).all(from) as { day: string }[])
    yield [JSON.stringify({ kind: "day", ...day }), ...lines("stock", STOCK, day.day)];
  yield lines("consumption", CONSUMPTION, from, from);
  const quarters = prepared(database, QUARTERS).all(from, from) as { quarter: number }[];
  yield observedLines(quarters.map(({ quarter }) => quarter));
}

/** Lines of the spans in which a copy was observed. @param quarters of an hour since the epoch, in order. */
export const observedLines = (quarters: readonly number[]): readonly string[] =>
  spansOf(quarters).map((span) => JSON.stringify({ kind: "observed", ...span }));

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Joins consecutive quarters of an hour. */
function spansOf(quarters: readonly number[]): readonly Span[] {
  const spans: { from: number; to: number }[] = [];
  for (const quarter of quarters) {
    const last = spans.at(-1);
    if (last?.to === quarter - 1) last.to = quarter;
    else spans.push({ from: quarter, to: quarter });
  }
  return spans;
}
