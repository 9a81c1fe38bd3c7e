import { clock } from "./clock.ts";
import {
  formatCount,
  formatNumber,
  inDateLocale,
  inLocale,
  MAX_DECIMALS,
} from "../../shared/base/text/locale.ts";
import { SPANS } from "./messages.ts";

export { formatCount, formatNumber, listOf, listOfAll, listOfAny } from "../../shared/base/text/locale.ts";

const FIGURE_SPACE = "\u2007";
const PUNCTUATION_SPACE = "\u2008";

/** The number of decimals with which a measurement is shown. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = Math.abs(value).toFixed(MAX_DECIMALS).replace(/0+$/, "");
  return text.length - text.indexOf(".") - 1;
}

/**
 * A measurement padded with blanks of a digit's width, so that decimal marks align. Added zeros would pretend a higher
 * precision.
 */
export function formatAligned(value: number, decimals: number): string {
  const missing = decimals - decimalsOf(value);
  if (missing <= 0) return formatNumber(value);
  const mark = decimalsOf(value) === 0 ? PUNCTUATION_SPACE : "";
  return formatNumber(value) + mark + FIGURE_SPACE.repeat(missing);
}

const percents = inLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }),
);

/** A share in percent, with at most one decimal. */
export function formatPercent(share: number): string {
  return percents().format(share);
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of milliseconds in the largest unit that fits: "35 s", "12 min", "5 h", "9 d", "3 mo", "2 y". */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return SPANS.seconds({ count: formatCount(Math.floor(span / SECOND)) });
  if (span < HOUR) return SPANS.minutes({ count: formatCount(Math.floor(span / MINUTE)) });
  if (span < DAY) return SPANS.hours({ count: formatCount(Math.floor(span / HOUR)) });
  if (span < 60 * DAY) return SPANS.days({ count: formatCount(Math.floor(span / DAY)) });
  if (span < 730 * DAY) return SPANS.months({ count: formatCount(Math.round(span / (30.44 * DAY))) });
  return SPANS.years({ count: formatCount(Math.floor(span / (365.25 * DAY))) });
}

/** How long ago an ISO 8601 instant was; empty for a future instant and for a text that is not a date. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  return Number.isNaN(age) || age < 0 ? "" : formatSpan(age);
}

/** Makes a formatter of dates in the locale. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  inDateLocale((locale) => new Intl.DateTimeFormat(locale, options));
const dateTime = dateFormat({ dateStyle: "medium", timeStyle: "short" });
const dateTimeThisYear = dateFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const date = dateFormat({ dateStyle: "medium" });
const time = dateFormat({ timeStyle: "medium" });
/** Whether the months of the locale's calendar differ from the Gregorian months, as in Iran. */
export const hasOtherYears = inDateLocale(
  (locale) =>
    !/^(gregory|iso8601|buddhist|japanese|roc)$/.test(
      new Intl.DateTimeFormat(locale).resolvedOptions().calendar,
    ),
);

/** An ISO 8601 instant as a local date and time. The current year is left out. Other texts stay unchanged. */
export function formatDateTime(iso: string, now: number = clock.now()): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const thisYear = !hasOtherYears() && new Date(instant).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? dateTimeThisYear() : dateTime()).format(instant);
}

/** An ISO 8601 instant as a local date and time with its year. Other texts stay unchanged. */
export function formatFullDateTime(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : dateTime().format(instant);
}

/** An ISO 8601 instant as a local calendar day. */
export function formatDay(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : date().format(instant);
}

/** Formats a day such as "2026-06-01". Without a time, JavaScript would read the text as midnight UTC. */
export const formatCalendarDay = (day: string): string => formatDay(`${day}T00:00:00`);

/** The exact instant in UTC, as ISO 8601. Every local date has it as its tooltip. */
export function formatUtc(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : new Date(instant).toISOString();
}

/** The time of day to the second. If the moment is more than a day away from `now`, the date is added. */
export function formatMoment(iso: string, now: number): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const clock = time().format(instant);
  return Math.abs(now - instant) < DAY ? clock : `${date().format(instant)}, ${clock}`;
}
