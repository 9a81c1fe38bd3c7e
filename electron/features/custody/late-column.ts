import {
  limitsOf,
  outLimitsOf,
  LATE_COLUMN,
  type Limits,
} from "../../../shared/features/custody/out-limits.ts";
import { DIMENSIONS, type Dimension } from "../../../shared/inventory/stock.ts";
import { before, parseDuration } from "../../../shared/base/time/duration.ts";
import { fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";
import type { Database } from "../../store/database/open-database.ts";
import { READ_USUAL_TIMES } from "./custody-tasks.ts";

/** Counts the items of each type and location that are out too long. */
export const LATE_COMPUTATION: Computation<Limits> = {
  name: "late",
  phase: "stock",
  documents: ["limits"],
  input: async ({ read, records }) =>
    limitsOf(await read(READ_USUAL_TIMES, undefined), outLimitsOf(await records("limits"))),
  write: (database, { now }, limits) => {
    const late = countLateItems(database, limits, now);
    return DIMENSIONS.map((resource) =>
      writeColumns(database, resource, [LATE_COLUMN.name], (id) => [late[resource].get(id) ?? 0]),
    );
  },
};

/** Counts the items that are out longer than the limit of their material type. @param now ms since the epoch. */
function countLateItems(
  database: Database,
  limits: Limits,
  now: number,
): Readonly<Record<Dimension, ReadonlyMap<string, number>>> {
  const since = (days: number | null): Instant => {
    const duration = days === null ? null : parseDuration(`P${days}D`);
    return duration ? fromMilliseconds(before(now, duration)) : Number.NEGATIVE_INFINITY;
  };
  const all = limits.all ? since(limits.all.days) : Number.NEGATIVE_INFINITY;
  const own = new Map([...limits.types].map(([id, { days }]) => [id, since(days)]));
  const rows = database
    .prepare(
      `SELECT materialTypeId AS types, locationId AS locations, checkedOutAt AS at FROM items
       WHERE status = 'checked_out' AND checkedOutAt >= 0 AND noLongerReturnedSince IS NULL`,
    )
    .iterate() as Iterable<{ types: string | null; locations: string | null; at: Instant }>;
  const counts = { types: new Map<string, number>(), locations: new Map<string, number>() };
  const add = (into: Map<string, number>, id: string | null): void => {
    if (id !== null) into.set(id, (into.get(id) ?? 0) + 1);
  };
  for (const { types, locations, at } of rows) {
    if (at >= (own.get(types ?? "") ?? all)) continue;
    add(counts.types, types);
    add(counts.locations, locations);
  }
  return counts;
}
