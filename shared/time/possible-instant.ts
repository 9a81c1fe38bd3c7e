import type { Instant } from "./instant.ts";

/** Microseconds by which a date may be later than the answer that brought it: clocks and time zones differ. */
export const POSSIBLE_AHEAD: Instant = 86_400_000_000;

/** Whether a date of a record can be true: not before 1970, and at most a day after the answer that brought it. */
export function isPossible(instant: Instant, answeredAt: Instant): boolean {
  return instant >= 0 && instant <= answeredAt + POSSIBLE_AHEAD;
}
