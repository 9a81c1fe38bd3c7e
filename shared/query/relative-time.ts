import type { Operator } from "./query.ts";

/** The operators that compare a date with the current time. Their results change even if no row changes. */
export const RELATIVE_OPERATORS = ["olderThan", "withinLast"] as const satisfies readonly Operator[];

/**
 * The step in ms to which the current time is rounded down. So results can be cached. "Older than seven days" is then
 * measured from the beginning of the minute.
 */
export const TIME_STEP_MS = 60_000;
