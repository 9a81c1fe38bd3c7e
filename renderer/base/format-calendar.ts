import {
  dateFormat,
  hasOtherYears,
  formatCount,
  formatNumber,
  formatSpan,
  MINUTE,
  SECOND,
} from "./format.ts";
import { SPANS } from "./messages.ts";

/** The time until an instant, for a countdown; rounded up, so that zero means now. */
export function formatCountdown(iso: string, now: number): string {
  const left = Math.max(0, Date.parse(iso) - now);
  if (left < MINUTE) return SPANS.seconds({ count: formatCount(Math.ceil(left / SECOND)) });
  const seconds = Math.ceil(left / SECOND);
  return seconds < 3_600
    ? SPANS.minutesAndSeconds({
        minutes: formatCount(Math.floor(seconds / 60)),
        seconds: formatCount(seconds % 60),
      })
    : formatSpan(left);
}

/** Writes a duration: in milliseconds below a second, with tenths below ten seconds, else in larger units. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < SECOND) return SPANS.milliseconds({ count: formatCount(Math.round(span)) });
  return span < 10 * SECOND
    ? SPANS.seconds({ count: formatNumber(Math.floor(span / 100) / 10) })
    : formatSpan(span);
}

const date = dateFormat({ dateStyle: "medium" });
const clock = dateFormat({ hour: "numeric", minute: "2-digit" });
const dayOfYear = dateFormat({ month: "short", day: "numeric" });
const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
// Groups of dates are spans of the Gregorian calendar, so their names are Gregorian too.
const month = spanFormat({ month: "long", year: "numeric" });
const year = spanFormat({ year: "numeric" });
const stamp = dateFormat({ dateStyle: "medium", timeStyle: "long" });

/** Makes a formatter of Gregorian spans. It uses the locale's own calendar if that calendar has the same spans. */
function spanFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const [own, gregorian] = [dateFormat(options), dateFormat({ ...options, calendar: "gregory" })];
  return () => (hasOtherYears() ? gregorian() : own());
}

/** The time of day to the minute. */
export const formatClock = (at: Date): string => clock().format(at);
/** A day without its year: "Nov 24". */
export const formatDayOfYear = (at: Date): string => dayOfYear().format(at);
/** The short name of a day of the week: "Mon". @param day from 0 for Sunday. */
export const formatWeekday = (day: number): string =>
  // The fourth of January 1970 was a Sunday.
  weekday().format(Date.UTC(1970, 0, 4 + day));
/** A range of days, in the locale's form. */
export const formatDays = (from: Date, to: Date): string => date().formatRange(from, to);
/** A month with its year: "November 2026". */
export const formatMonth = (at: Date): string => month().format(at);
export const formatYear = (at: Date): string => year().format(at);
/** The time to the second with its date and time zone, for printed pages. @param at ms since the epoch. */
export const formatStamp = (at: number): string => stamp().format(at);
