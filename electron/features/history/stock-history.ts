import type { Dimension, StockStatus } from "../../../shared/inventory/stock.ts";
import type {
  Consumption,
  StockDay,
  ActivityCounts,
  ActivityStep,
} from "../../../shared/features/history/history.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/thread-task.ts";
import type { ReadingContext } from "../../store/index/inventory-reader.ts";
import { readActivityCounts } from "./activity-counts.ts";

/** The stock that a query is about: of all items, or of one type or location. */
interface StockOf {
  readonly dimension: Dimension;
  /** Null for all items; empty for items without a type or location. */
  readonly id: string | null;
}

interface Row {
  readonly day: string;
  readonly status: StockStatus;
  readonly items: number;
  readonly length: number | null;
  readonly weight: number | null;
}

/** The stock of the latest `days` local days. `now` is in ms since the epoch. */
export const READ_STOCK_HISTORY: ThreadTask<
  ReadingContext,
  { readonly of: StockOf; readonly days: number; readonly now: number },
  StockDay[]
> = {
  name: "history.stock",
  run: ({ database }, { of, days, now }) => readStockHistory(database, of, days, now),
};

/** The consumption of each material type in the latest `days` local days. */
export const READ_CONSUMPTION: ThreadTask<
  ReadingContext,
  { readonly days: number; readonly now: number },
  Consumption
> = {
  name: "history.consumption",
  run: ({ database }, { days, now }) => readConsumption(database, days, now),
};

/** The changes of items observed in each of the latest hours or days. `spans` is their number. */
export const READ_ACTIVITY: ThreadTask<
  ReadingContext,
  { readonly step: ActivityStep; readonly spans: number; readonly now: number },
  ActivityCounts
> = {
  name: "history.activity",
  run: ({ database }, { step, spans, now }) => readActivityCounts(database, step, spans, now),
};

export const HISTORY_TASKS = [READ_STOCK_HISTORY, READ_CONSUMPTION, READ_ACTIVITY] as const;

/**
 * The stock of the latest local days, the oldest first. Days that were not observed are missing. @param days the number
 * of days.
 */
function readStockHistory(database: Database, of: StockOf, days: number, now: number): StockDay[] {
  const isAll = of.id === null;
  // Lengths and weights of several types have no common sum.
  const sums = isAll ? "NULL AS length, NULL AS weight" : "sum(length) AS length, sum(weight) AS weight";
  const rows = database
    .prepare(
      `SELECT day, status, sum(items) AS items, ${sums} FROM snapshots
       WHERE day >= ? AND dimension = ? ${isAll ? "" : "AND id = ?"} GROUP BY day, status`,
    )
    .all(firstDay(days, now), of.dimension, ...(of.id === null ? [] : [of.id])) as unknown as Row[];
  const withoutLocation = isAll ? itemsWithoutLocation(database, days, now) : null;
  const taken = database
    .prepare("SELECT day, lowStock, problems FROM snapshot_days WHERE day >= ? ORDER BY day")
    .all(firstDay(days, now)) as { day: string; lowStock: number; problems: number | null }[];
  return taken.map(({ day, lowStock, problems }) => ({
    day,
    lowStock,
    problems,
    statuses: Object.fromEntries(
      ["available", "checked_out", "archived", "other"].map((status) => {
        const row = rows.find((other) => other.day === day && other.status === status);
        return [
          status,
          { items: row?.items ?? 0, length: row?.length ?? null, weight: row?.weight ?? null },
        ] as const;
      }),
    ) as StockDay["statuses"],
    withoutLocation: withoutLocation && (withoutLocation.get(day) ?? 0),
  }));
}

function itemsWithoutLocation(database: Database, days: number, now: number): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      `SELECT day, sum(items) AS items FROM snapshots WHERE day >= ? AND dimension = 'locations' AND id = ''
       AND status <> 'archived' GROUP BY day`,
    )
    .all(firstDay(days, now)) as { day: string; items: number }[];
  return new Map(rows.map(({ day, items }) => [day, items]));
}

/**
 * The consumption of each material type in the latest local days. A day without a pass counts: its consumption was seen
 * by the next pass. @param days the number of days.
 */
function readConsumption(database: Database, days: number, now: number): Consumption {
  const { first } = database.prepare("SELECT min(day) AS first FROM snapshot_days").get() as {
    first: string | null;
  };
  const from = firstDay(days, now);
  const types = database
    .prepare(
      "SELECT typeId, sum(length) AS length, sum(weight) AS weight FROM consumption WHERE day >= ? GROUP BY typeId",
    )
    .all(from);
  return {
    observedDays: first === null ? 0 : Math.min(days, daysBetween(first, localDay(new Date(now))) + 1),
    types,
  };
}

/** The first of the latest `days` local days, today included. */
function firstDay(days: number, now: number): string {
  return localDay(startOfLocalDay(localDay(new Date(now)), 1 - days));
}

/** Whole days from one ISO 8601 date to another; clock changes have no effect. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
