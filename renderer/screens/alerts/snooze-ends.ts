import { localDay, startOfLocalDay } from "../../../shared/time/local-day.ts";
import { INBOX } from "./messages.ts";

const HOUR = 3_600_000;
/** When a working day begins. */
const MORNING = 8;

/** How long an alert can be snoozed for. */
export function snoozeEnds(): readonly { readonly label: string; readonly end: (now: Date) => Date }[] {
  return [
    { label: INBOX.hour, end: (now) => new Date(now.getTime() + HOUR) },
    { label: INBOX.tomorrow, end: (now) => morning(startOfLocalDay(localDay(now), 1)) },
    { label: INBOX.week, end: (now) => new Date(now.getTime() + 7 * 24 * HOUR) },
  ];
}

function morning(day: Date): Date {
  // By the clock: a day may have 23 or 25 hours.
  day.setHours(MORNING);
  return day;
}
