import { fromMilliseconds, parseInstant, toMilliseconds, type Instant } from "./instant.ts";

/** Microseconds by which a date may be later than the answer that brought it: clocks and time zones differ. */
const POSSIBLE_AHEAD: Instant = 86_400_000_000;

/** The instants that can be true of a record that is read at a moment; both ends included. @param now ms since the epoch. */
export function possibleInstants(now: number): { readonly first: Instant; readonly last: Instant } {
  return { first: 0, last: fromMilliseconds(now) + POSSIBLE_AHEAD };
}

/** How long ago a date of a record is, in ms; null if there is no date, or one that cannot be true. @param now ms since the epoch. */
export function ageOf(date: unknown, now: number): number | null {
  const instant = typeof date === "string" ? parseInstant(date) : null;
  return instant !== null && isPossible(instant, fromMilliseconds(now))
    ? now - toMilliseconds(instant)
    : null;
}

/** Whether a date of a record can be true: not before 1970, and at most a day after the answer that brought it. */
export function isPossible(instant: Instant, answeredAt: Instant): boolean {
  return instant >= 0 && instant <= answeredAt + POSSIBLE_AHEAD;
}
