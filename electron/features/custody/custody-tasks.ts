import { formatInstant, fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { CUSTODY_CHANGES } from "../../../shared/features/custody/custody.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import { usualTimesOf } from "./usual-times.ts";
import {
  limitsOf,
  outLimitsOf,
  LATE_COLUMN,
  type Limits,
} from "../../../shared/features/custody/out-limits.ts";
import { DIMENSIONS, type Dimension } from "../../../shared/inventory/stock.ts";
import { before, parseDuration } from "../../../shared/base/time/duration.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";

/** Reads each type's usual times, from observed returns and items still out. */
export const READ_USUAL_TIMES: ThreadTask<ReadingContext, undefined, UsualTimes> = {
  name: "custody.usualTimes",
  run: (context) => usualTimesOf(context),
};

/** The present custody of an item. */
export interface CustodyState {
  readonly id: string;
  /** The status; null if the copy does not have the item. */
  readonly status: string | null;
  /** The time of the check-out, ISO 8601; null if the service sends no time. */
  readonly outAt: string | null;
  /** The time of the item's last observed check-out, return or archiving, ISO 8601; null if none was observed. */
  readonly changedAt: string | null;
}

/** Reads the custody of items, by their ids. */
export function readCustodyStates(database: Database, ids: readonly string[]): readonly CustodyState[] {
  const rows = database
    .prepare(
      `SELECT n.value AS id, i.status AS status, i.checkedOutAt AS outAt,
         (SELECT max(c.observedBefore) FROM changes AS c WHERE c.resource = 'items' AND c.id = n.value
          AND c.type IN (SELECT value FROM json_each(?))) AS changedAt
       FROM json_each(?) AS n LEFT JOIN items AS i ON i.id = n.value`,
    )
    .all(JSON.stringify(CUSTODY_CHANGES), JSON.stringify(ids)) as unknown as {
    id: string;
    status: string | null;
    outAt: number | null;
    changedAt: number | null;
  }[];
  const instant = (value: number | null): string | null => (value === null ? null : formatInstant(value));
  return rows.map((row) => ({ ...row, outAt: instant(row.outAt), changedAt: instant(row.changedAt) }));
}

/** The task that reads the custody of items. */
export const READ_CUSTODY_STATES: ThreadTask<ReadingContext, readonly string[], readonly CustodyState[]> = {
  name: "custody.states",
  run: ({ database }, ids) => readCustodyStates(database, ids),
};

export const CUSTODY_TASKS = [READ_USUAL_TIMES, READ_CUSTODY_STATES] as const;

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
  // Items within every limit are not read. They are most of the checked-out items.
  const rows = database
    .prepare(
      `SELECT materialTypeId AS types, locationId AS locations, checkedOutAt AS at FROM items
       WHERE status = 'checked_out' AND checkedOutAt >= 0 AND checkedOutAt < ? AND noLongerReturnedSince IS NULL`,
    )
    .iterate(Math.max(all, ...own.values())) as Iterable<{
    types: string | null;
    locations: string | null;
    at: Instant;
  }>;
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
