import type { Dimension, StockStatus } from "../../../shared/inventory/stock.ts";
import type { Consumption, StockDay } from "../../../shared/features/history/history.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { Database } from "../database/open-database.ts";

/** The stock that a query is about: of all items, or of one type or location. */
export interface StockOf {
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

/**
 * The stock of the latest local days, the oldest first. Days that were not observed are missing. @param days the number
 * of days.
 */
export function readStockHistory(database: Database, of: StockOf, days: number, now: number): StockDay[] {
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
export function readConsumption(database: Database, days: number, now: number): Consumption {
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
