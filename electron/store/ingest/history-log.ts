import { KEPT_DAYS, type StockRow, type Thresholds } from "../../../shared/domain/stock.ts";
import { localDay, startOfLocalDay } from "../../../shared/time/local-day.ts";
import type { Database } from "../database/open-database.ts";
import type { Observation } from "./change-log.ts";
import type { Received } from "./derive-changes.ts";
import { quarterOf } from "../database/quarters.ts";

/** A past that was generated, as if it had been observed. */
export interface History {
  /** Changes of items, the oldest first. */
  readonly changes: readonly {
    readonly before: Received | null;
    readonly after: Received;
    readonly observation: Observation;
  }[];
  /** When passes ended; ms since the epoch. */
  readonly passes: readonly number[];
  /** Below how much stock material types were low. */
  readonly thresholds: Thresholds;
  /** The stock at the last pass of each day. */
  readonly snapshots: readonly { readonly at: number; readonly rows: readonly StockRow[] }[];
}

/** What is counted for a day beside its stock. */
interface DayCounts {
  /** Material types that are low. */
  readonly lowStock: number;
  /** Items with problems; null where nobody looked for them. */
  readonly problems: number | null;
}

/** Keeps the stock of a local day in place of an earlier one of that day. @param now ms since the epoch. */
export function saveSnapshot(
  database: Database,
  rows: readonly StockRow[],
  { lowStock, problems }: DayCounts,
  now: number,
): void {
  const day = localDay(new Date(now));
  database.prepare("DELETE FROM snapshots WHERE day = ?").run(day);
  const insert = database.prepare(
    "INSERT INTO snapshots (day, dimension, id, status, items, length, weight) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  for (const { dimension, id, status, items, length, weight } of rows)
    insert.run(day, dimension, id, status, items, length, weight);
  database
    .prepare("INSERT OR REPLACE INTO snapshot_days (day, takenAt, lowStock, problems) VALUES (?, ?, ?, ?)")
    .run(day, now, lowStock, problems);
}

/** Notes that a whole pass ended. @param now ms since the epoch. */
export function noteObserved(database: Database, now: number): void {
  database.prepare("INSERT OR IGNORE INTO observed_quarters (quarter) VALUES (?)").run(quarterOf(now));
}

/** Lets go what is older than it is kept. @param changesKept days for which observed changes are kept. */
export function pruneHistory(database: Database, changesKept: number, now: number): void {
  const oldest = localDay(startOfLocalDay(localDay(new Date(now)), -KEPT_DAYS));
  for (const table of ["snapshots", "snapshot_days", "consumption"])
    database.prepare(`DELETE FROM ${table} WHERE day < ?`).run(oldest);
  database
    .prepare("DELETE FROM observed_quarters WHERE quarter < ?")
    .run(quarterOf(now - changesKept * 86_400_000));
}
