import type { Counts } from "../../../shared/domain/status.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Database } from "./open-database.ts";

/** How many rows are shown, and how many are hidden because the service no longer returns them. */
export interface RowCounts {
  readonly shown: Counts;
  readonly hidden: Counts;
}

/** Counts every table; the hidden ones by their partial index, so that only the whole count reads a table. */
export function countRows(database: Database): RowCounts {
  const count = (table: Resource, where: string): number =>
    (database.prepare(`SELECT count(*) AS count FROM ${table} ${where}`).get() as { count: number }).count;
  const hiddenIn = (table: Resource): number => count(table, "WHERE noLongerReturnedSince IS NOT NULL");
  const hidden: Counts = {
    items: hiddenIn("items"),
    types: hiddenIn("types"),
    locations: hiddenIn("locations"),
  };
  const shownIn = (table: Resource): number => count(table, "") - hidden[table];
  return {
    hidden,
    shown: { items: shownIn("items"), types: shownIn("types"), locations: shownIn("locations") },
  };
}

/** The counts after rows were added to those shown, which may have been hidden before. */
export function addRows(counts: RowCounts, resource: Resource, shown: number, hidden: number): RowCounts {
  if (shown === 0 && hidden === 0) return counts;
  return {
    shown: { ...counts.shown, [resource]: counts.shown[resource] + shown },
    hidden: { ...counts.hidden, [resource]: counts.hidden[resource] + hidden },
  };
}
