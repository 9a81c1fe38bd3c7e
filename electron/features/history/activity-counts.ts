import { formatInstant, fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { ActivityCounts, ActivityStep } from "../../../shared/features/history/history.ts";
import { QUARTER, quarterOf } from "../../store/database/quarters.ts";
import type { Database } from "../../store/database/open-database.ts";

/** Instants are counted in microseconds. */
const QUARTER_INSTANT = fromMilliseconds(QUARTER);

/**
 * The changes of items observed in each local hour or day, the oldest first. An hour or day is marked if no pass ended
 * in it and nothing was observed: its changes were seen later.
 * @param spans the number of latest hours or days.
 */
export function readActivityCounts(
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

/** The beginnings of the latest `spans` local hours or days, and the last one's end. Ms since the epoch. */
function boundsOf(step: ActivityStep, spans: number, now: number): readonly number[] {
  const today = localDay(new Date(now));
  const hour = new Date(now).setMinutes(0, 0, 0);
  return Array.from({ length: spans + 1 }, (_, at) => {
    const back = spans - 1 - at;
    return step === "day" ? startOfLocalDay(today, -back).getTime() : hour - back * 3_600_000;
  });
}
