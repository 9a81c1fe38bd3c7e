import { formatInstant, fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { ActivityCounts, ActivityStep } from "../../../shared/features/history/history-calls.ts";
import { QUARTER, quarterOf } from "../database/quarters.ts";
import type { Database } from "../database/open-database.ts";

/** Instants are counted in microseconds. */
const QUARTER_INSTANT = fromMilliseconds(QUARTER);

/**
 * How many changes of items were observed in each of the last so many local hours or days, the oldest first. One in which
 * no pass ended, and nothing was observed, is marked: what happened then was seen later.
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

/** The beginnings of the last so many local hours or days, and the end of the last of them; ms since the epoch. */
function boundsOf(step: ActivityStep, spans: number, now: number): readonly number[] {
  const today = localDay(new Date(now));
  const hour = new Date(now).setMinutes(0, 0, 0);
  return Array.from({ length: spans + 1 }, (_, at) => {
    const back = spans - 1 - at;
    return step === "day" ? startOfLocalDay(today, -back).getTime() : hour - back * 3_600_000;
  });
}
