import type { Counts } from "../../../shared/inventory/status.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Database } from "./open-database.ts";
import { prepared } from "./prepared.ts";

/** The numbers of rows that are shown and hidden. Hidden rows are those that the service no longer returns. */
export interface RowCounts {
  readonly shown: Counts;
  readonly hidden: Counts;
}

/** The number of rows of a table. @param from SQL after FROM, with conditions if needed. */
export function count(database: Database, from: string): number {
  return (prepared(database, `SELECT count(*) AS count FROM ${from}`).get() as { count: number }).count;
}

/** Counts every table. */
export function countRows(database: Database): RowCounts {
  const each = (where: string): Counts => ({
    items: count(database, `items ${where}`),
    types: count(database, `types ${where}`),
    locations: count(database, `locations ${where}`),
  });
  // The hidden ones have a small index, so that only the whole count reads a table.
  const [all, hidden] = [each(""), each("WHERE noLongerReturnedSince IS NOT NULL")];
  const shown = (table: Resource): number => all[table] - hidden[table];
  return { shown: { items: shown("items"), types: shown("types"), locations: shown("locations") }, hidden };
}

/** The counts after rows are shown that are new or were hidden before. */
export function addRows(counts: RowCounts, resource: Resource, shown: number, hidden: number): RowCounts {
  if (shown === 0 && hidden === 0) return counts;
  return {
    shown: { ...counts.shown, [resource]: counts.shown[resource] + shown },
    hidden: { ...counts.hidden, [resource]: counts.hidden[resource] + hidden },
  };
}
