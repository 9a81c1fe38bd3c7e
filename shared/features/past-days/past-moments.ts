import { localDay, startOfLocalDay } from "../../base/time/local-day.ts";
import { parseInstant } from "../../base/time/instant.ts";

/** The end of a local day as ISO 8601: the midnight of this computer's zone after it. @param day an ISO 8601 date. */
export function endOfDay(day: string): string {
  return startOfLocalDay(day, 1).toISOString();
}

/** Reads a past moment: a date is the end of that local day. @returns ISO 8601; null if it is neither. */
export function readMoment(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    // A day such as 31 February would be read as one in March.
    return localDay(startOfLocalDay(text)) === text ? endOfDay(text) : null;
  return parseInstant(text) === null ? null : text;
}
