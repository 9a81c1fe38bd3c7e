import { formatInstant } from "../../../shared/base/time/instant.ts";
import { CUSTODY_CHANGES } from "../../../shared/features/custody/custody.ts";
import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/thread-task.ts";
import type { ReadingContext } from "../../store/index/inventory-reader.ts";
import { usualTimesOf } from "./usual-times.ts";

/** Reads each type's usual times out, from observed returns and items still out. */
export const READ_USUAL_TIMES: ThreadTask<ReadingContext, undefined, UsualTimes> = {
  name: "custody.usualTimes",
  run: (context) => usualTimesOf(context),
};

/** The custody of an item now. */
export interface CustodyState {
  readonly id: string;
  /** Null if the copy does not have the item. */
  readonly status: string | null;
  /** The time of its check-out, ISO 8601; null if the service gives none. */
  readonly outAt: string | null;
  /** The time of its last observed check-out, return or archiving, ISO 8601; null without one. */
  readonly changedAt: string | null;
}

function readCustodyStates(database: Database, ids: readonly string[]): readonly CustodyState[] {
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

/** Reads the custody of items, by their ids. */
export const READ_CUSTODY_STATES: ThreadTask<ReadingContext, readonly string[], readonly CustodyState[]> = {
  name: "custody.states",
  run: ({ database }, ids) => readCustodyStates(database, ids),
};

export const CUSTODY_TASKS = [READ_USUAL_TIMES, READ_CUSTODY_STATES] as const;
