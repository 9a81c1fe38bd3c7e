import { localDay, startOfLocalDay } from "../base/time/local-day.ts";
import { parseInstant, toMilliseconds } from "../base/time/instant.ts";

/** The last moment that ISO 8601 writes with a year of four digits. */
const LAST_MOMENT = "9999-12-31T23:59:59.999Z";

/**
 * The end of a local day as ISO 8601: the midnight at its end in this computer's time zone. @param day an ISO 8601
 * date.
 */
export function endOfDay(day: string): string {
  const end = startOfLocalDay(day, 1).toISOString();
  return end.startsWith("+") ? LAST_MOMENT : end;
}

/**
 * The local day to which a past moment belongs. Midnight belongs to the day that it ends (`endOfDay`). @param moment
 * ISO 8601.
 */
export function dayOfMoment(moment: string): string {
  return localDay(new Date(Math.ceil(millisecondsOf(moment)) - 1));
}

/** Whether a moment is later than now. @param moment ISO 8601. @param now ms since the epoch. */
export const isToCome = (moment: string, now: number): boolean => millisecondsOf(moment) > now;

/** `Date.parse` cannot read every form that `parseInstant` reads, and reads some forms as local time. */
const millisecondsOf = (moment: string): number => toMilliseconds(parseInstant(moment) ?? Number.NaN);

/**
 * Reads a past moment. A date means the end of this local day. @returns ISO 8601; null if the text is neither a date
 * nor a moment.
 */
export function readMoment(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    // `Date` would read a day such as 31 February as a day in March.
    return localDay(startOfLocalDay(text)) === text ? endOfDay(text) : null;
  return parseInstant(text) === null ? null : text;
}
