import type { UsualTimes } from "../../../shared/features/custody/usual-times-schema.ts";
import type { ThreadTask } from "../../store/database/thread-task.ts";
import type { ReadingContext } from "../../store/index/inventory-reader.ts";
import { readCustodyStates, type CustodyState } from "./custody-states.ts";
import { usualTimesOf } from "./usual-times.ts";

/** The usual times out of each type's items, from observed returns and items still out. */
export const READ_USUAL_TIMES: ThreadTask<ReadingContext, undefined, UsualTimes> = {
  name: "custody.usualTimes",
  run: ({ database }) => usualTimesOf(database).usualTimes(),
};

/** Whether items are out, by their ids. */
export const READ_CUSTODY_STATES: ThreadTask<ReadingContext, readonly string[], readonly CustodyState[]> = {
  name: "custody.states",
  run: ({ database }, ids) => readCustodyStates(database, ids),
};

export const CUSTODY_TASKS = [READ_USUAL_TIMES, READ_CUSTODY_STATES] as const;
