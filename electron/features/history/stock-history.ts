import { formatInstant, fromMilliseconds } from "../../../shared/base/time/instant.ts";
import type { Dimension, StockStatus } from "../../../shared/inventory/stock.ts";
import type {
  Consumption,
  StockDay,
  ActivityCounts,
  ActivityStep,
} from "../../../shared/features/history/history.ts";
import {
  firstDay,
  localDay,
  startOfLocalDay,
  QUARTER,
  quarterOf,
} from "../../../shared/base/time/local-day.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";

/** The part of the stock to read: all items, or one type or location. */
interface StockOf {
  readonly dimension: Dimension;
  /** The id; null for all items, empty for items without a type or location. */
  readonly id: string | null;
}

interface Row {
  readonly day: string;
  readonly status: StockStatus;
  readonly items: number;
  readonly length: number | null;
  readonly weight: number | null;
}

/** Reads the stock of the latest `days` local days. `now` is in ms since the epoch. */
export const READ_STOCK_HISTORY: ThreadTask<
  ReadingContext,
  { readonly of: StockOf; readonly days: number; readonly now: number },
  StockDay[]
> = {
  name: "history.stock",
  run: ({ database }, { of, days, now }) => readStockHistory(database, of, days, now),
};

/** Reads the consumption of each material type in the latest `days` local days. */
export const READ_CONSUMPTION: ThreadTask<
  ReadingContext,
  { readonly days: number; readonly now: number },
  Consumption
> = {
  name: "history.consumption",
  run: ({ database }, { days, now }) => readConsumption(database, days, now),
};

/** Reads the numbers of observed changes of items in the latest `spans` hours or days. */
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
 * The stock of the latest local days, the oldest first. Days without a pass are missing.
 * @param days the number of days.
 */
function readStockHistory(database: Database, of: StockOf, days: number, now: number): StockDay[] {
  const isAll = of.id === null;
  // The lengths and weights of different types cannot be added.
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
 * The consumption of each material type in the latest local days. A day without a pass counts, because the next pass
 * saw its consumption.
 * @param days the number of days.
 */
function readConsumption(database: Database, days: number, now: number): Consumption {
  const { first } = database.prepare("SELECT min(day) AS first FROM snapshot_days").get() as {
    first: string | null;
  };
  const from = firstDay(days, now);
  const types = database
    .prepare(
      `SELECT typeId, (SELECT name FROM types WHERE id = typeId) AS name, sum(length) AS length, sum(weight) AS weight
       FROM consumption WHERE day >= ? GROUP BY typeId`,
    )
    .all(from);
  return {
    observedDays: first === null ? 0 : Math.min(days, daysBetween(first, localDay(new Date(now))) + 1),
    types,
  };
}

/** The number of days from one ISO 8601 date to another. Changes of the clock have no effect. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** A quarter of an hour as an instant, which is counted in microseconds. */
const QUARTER_INSTANT = fromMilliseconds(QUARTER);

/**
 * Counts the observed changes of items in each local hour or day, the oldest first. An hour or day without a pass is
 * marked, because its changes were observed only later.
 * @param spans the number of latest hours or days.
 */
function readActivityCounts(
  database: Database,
  step: ActivityStep,
  spans: number,
  now: number,
): ActivityCounts {
  const bounds = boundsOf(step, spans, now);
  const [first = 0, end = 0] = [bounds[0], bounds.at(-1)];
  const rows = database
    .prepare(
      `SELECT observedBefore / ${QUARTER_INSTANT} AS quarter, type, count(*) AS count FROM changes
       WHERE observedBefore >= ? AND observedBefore < ? AND resource = 'items' GROUP BY 1, 2`,
    )
    .all(fromMilliseconds(first), fromMilliseconds(end)) as unknown as {
    quarter: number;
    type: string;
    count: number;
  }[];
  const observed = database
    .prepare("SELECT quarter FROM observed_quarters WHERE quarter >= ? AND quarter < ?")
    .all(quarterOf(first), quarterOf(end)) as { quarter: number }[];
  const columns = bounds.slice(0, -1).map((from, at) => ({
    from: formatInstant(fromMilliseconds(from)),
    until: formatInstant(fromMilliseconds(bounds[at + 1] ?? from)),
    observed: false,
    counts: {} as Record<string, number>,
  }));
  const columnAt = (quarter: number) => columns[bounds.findLastIndex((from) => from <= quarter * QUARTER)];
  for (const { quarter } of observed) {
    const column = columnAt(quarter);
    if (column) column.observed = true;
  }
  for (const { quarter, type, count } of rows) {
    const column = columnAt(quarter);
    if (!column) continue;
    column.counts[type] = (column.counts[type] ?? 0) + count;
    column.observed = true;
  }
  return columns;
}

/** The begins of the latest `spans` local hours or days, and the last one's end. They are in ms since the epoch. */
function boundsOf(step: ActivityStep, spans: number, now: number): readonly number[] {
  const today = localDay(new Date(now));
  const hour = new Date(now).setMinutes(0, 0, 0);
  return Array.from({ length: spans + 1 }, (_, at) => {
    const back = spans - 1 - at;
    return step === "day" ? startOfLocalDay(today, -back).getTime() : hour - back * 3_600_000;
  });
}
