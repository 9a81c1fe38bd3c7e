import { DAILY_DAYS, KEPT_DAYS, type StockRow } from "../../../shared/inventory/stock.ts";
import { localDay, startOfLocalDay, quarterOf } from "../../../shared/base/time/local-day.ts";
import { type Database, prepared } from "../database/open-database.ts";
import type { Observation } from "./change-log.ts";
import type { ComputationMoment } from "./computation.ts";
import type { Received } from "./derive-changes.ts";

/** A generated past in the form of an observed past. */
export interface History {
  /** Changes of items, the oldest first. */
  readonly changes: readonly {
    readonly before: Received | null;
    readonly after: Received;
    readonly observation: Observation;
  }[];
  /** When passes ended, ms since the epoch. */
  readonly passes: readonly number[];
  /** The stock at the last pass of each day. */
  readonly snapshots: readonly {
    readonly at: number;
    readonly rows: readonly StockRow[];
    readonly lowStock: number;
  }[];
}

/** The other numbers of a day. */
interface DayCounts {
  /** The number of material types with low stock. */
  readonly lowStock: number;
  /** The number of items with problems; null before the first search. */
  readonly problems: number | null;
}

/**
 * The local day whose stock a computation saves: the last pass's day. Later days were not observed. A day that is
 * over keeps its values if it was counted; settings may change long after it.
 */
export function dayToSave(database: Database, { passDay, today }: Days): string | null {
  const counted = prepared(database, "SELECT 1 FROM snapshot_days WHERE day = ?");
  return passDay !== today && counted.get(passDay) !== undefined ? null : passDay;
}

type Days = Pick<ComputationMoment, "passDay" | "today">;

/**
 * Deletes days that are later than both clocks. They were counted while the local clock was ahead. If the service's
 * time is unknown, no day is deleted, because the local clock may be behind now.
 * @param tables have their days in the column `day`.
 */
export function deleteImpossibleDays(
  database: Database,
  tables: readonly string[],
  { now, answeredAt }: Pick<ComputationMoment, "now" | "answeredAt">,
): void {
  if (answeredAt === null) return;
  const last = localDay(new Date(Math.max(now, answeredAt)));
  for (const table of tables) prepared(database, `DELETE FROM ${table} WHERE day > ?`).run(last);
}

/**
 * Deletes refreshes with future times. They were recorded while a clock was ahead. @param latest the latest of all
 * clocks, ms since the epoch.
 */
export function deleteImpossibleQuarters(database: Database, latest: number): void {
  prepared(database, "DELETE FROM observed_quarters WHERE quarter > ?").run(quarterOf(latest));
}

/** Saves the stock of a local day, in place of the day's earlier stock. @param now ms since the epoch. */
export function saveSnapshot(
  database: Database,
  rows: readonly StockRow[],
  { lowStock, problems }: DayCounts,
  day: string,
  now: number,
): void {
  prepared(database, "DELETE FROM snapshots WHERE day = ?").run(day);
  const insert = prepared(
    database,
    "INSERT INTO snapshots (day, dimension, id, status, items, length, weight) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  for (const { dimension, id, status, items, length, weight } of rows)
    insert.run(day, dimension, id, status, items, length, weight);
  prepared(
    database,
    "INSERT OR REPLACE INTO snapshot_days (day, takenAt, lowStock, problems) VALUES (?, ?, ?, ?)",
  ).run(day, now, lowStock, problems);
}

/** Stores that a pass succeeded. @param now ms since the epoch. */
export function noteObserved(database: Database, now: number): void {
  prepared(database, "INSERT OR IGNORE INTO observed_quarters (quarter) VALUES (?)").run(quarterOf(now));
}

/**
 * Deletes old history, and one of the days beyond the limit.
 * @param changesKept the number of days for which observed changes are kept.
 * @param now ms since the epoch.
 * @returns whether more days must be deleted.
 */
export function pruneHistory(database: Database, changesKept: number, now: number): boolean {
  const dayBefore = (days: number): string => localDay(startOfLocalDay(localDay(new Date(now)), -days));
  prepared(database, "DELETE FROM consumption WHERE day < ?").run(dayBefore(KEPT_DAYS));
  prepared(database, "DELETE FROM observed_quarters WHERE quarter < ?").run(
    quarterOf(now - changesKept * 86_400_000),
  );
  const surplus = prepared(
    database,
    `SELECT day FROM snapshot_days WHERE day < ?1 OR day < ?2 AND EXISTS (
       SELECT 1 FROM snapshot_days AS later WHERE later.day > snapshot_days.day AND later.day < ?2
         AND ${WEEK("later.day")} = ${WEEK("snapshot_days.day")}) LIMIT 2`,
  ).all(dayBefore(KEPT_DAYS), dayBefore(DAILY_DAYS)) as { day: string }[];
  const [first] = surplus;
  if (first)
    for (const table of ["snapshots", "snapshot_days"])
      prepared(database, `DELETE FROM ${table} WHERE day = ?`).run(first.day);
  return surplus.length > 1;
}

/** SQL for the Monday of a day's week. */
const WEEK = (day: string): string => `date(${day}, 'weekday 0', '-6 days')`;
