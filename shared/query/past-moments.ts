import { localDay, startOfLocalDay } from "../base/time/local-day.ts";
import { parseInstant, toMilliseconds } from "../base/time/instant.ts";

/** The last moment that ISO 8601 writes with four digits of the year. */
const LAST_MOMENT = "9999-12-31T23:59:59.999Z";

/** The end of a local day as ISO 8601: the midnight after it in this computer's zone. @param day an ISO 8601 date. */
export function endOfDay(day: string): string {
  const end = startOfLocalDay(day, 1).toISOString();
  return end.startsWith("+") ? LAST_MOMENT : end;
}

/** The local day of a past moment. A midnight is the end of the day before it (`endOfDay`). @param moment ISO 8601. */
export function dayOfMoment(moment: string): string {
  return localDay(new Date(Math.ceil(millisecondsOf(moment)) - 1));
}

/** Whether a moment is later than now. @param moment ISO 8601. @param now ms since the epoch. */
export const isToCome = (moment: string, now: number): boolean => millisecondsOf(moment) > now;

/** `Date.parse` does not read every form that `parseInstant` does, and reads some as local time. */
const millisecondsOf = (moment: string): number => toMilliseconds(parseInstant(moment) ?? Number.NaN);

/** Reads a past moment: a date is the end of that local day. @returns ISO 8601; null if it is neither. */
export function readMoment(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    // A day such as 31 February would be read as a day in March.
    return localDay(startOfLocalDay(text)) === text ? endOfDay(text) : null;
  return parseInstant(text) === null ? null : text;
}
