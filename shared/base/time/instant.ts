/**
 * An instant in whole microseconds since the epoch, for storing and comparing. Beyond ±8e12 ms (the years 1716 to 2223)
 * a number of microseconds would exceed the safe integers, so each step beyond is one millisecond. The order of
 * instants is always right, and "9999-12-31" is as exact as in a Date.
 */
export type Instant = number;

/** The last time that a Date can have (ECMAScript), in milliseconds since the epoch. */
export const LAST_DATE_MS = 8_640_000_000_000_000;

/** The milliseconds since the epoch up to which an instant has microseconds. Later instants have milliseconds. */
const FINE = 8e12;

/** Converts a time since the epoch to an instant. @param microseconds 0 to 999, added to the milliseconds. */
export function fromMilliseconds(milliseconds: number, microseconds = 0): Instant {
  if (milliseconds >= FINE) return FINE * 1_000 + (milliseconds - FINE);
  if (milliseconds < -FINE) return -FINE * 1_000 + (milliseconds + FINE);
  return milliseconds * 1_000 + microseconds;
}

const [UPPER_Z, UPPER_T, HYPHEN, COLON, FULL_STOP, ZERO] = [0x5a, 0x54, 0x2d, 0x3a, 0x2e, 0x30];

const PATTERN =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date-time with any offset, exact to the microsecond.
 * @returns the instant, rounded down; null if the text is not a date-time. A text without an offset is read as UTC,
 * because the time zone of the service is unknown.
 */
export function parseInstant(text: string): Instant | null {
  const canonical = readCanonical(text);
  if (canonical !== null) return fromMilliseconds(canonical);
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, day, minute, written = "00", fraction = "", zone = "Z"] = match;
  // A leap second is read as the first second of the next minute.
  const [second, leap] = written === "60" ? ["59", 1_000] : [written, 0];
  const offset = /^[Zz]$/.test(zone)
    ? "Z"
    : zone.length === 3
      ? `${zone}:00`
      : zone.replace(/(\d{2})(\d{2})$/, "$1:$2");
  const milliseconds = Date.parse(`${day}T${minute}:${second}${offset}`);
  if (Number.isNaN(milliseconds)) return null;
  const digits = fraction.slice(0, 6).padEnd(6, "0");
  return fromMilliseconds(milliseconds + leap + Number(digits.slice(0, 3)), Number(digits.slice(3)));
}

/**
 * Reads a date-time in the form of `formatInstant` with milliseconds, which most services write. Null for any other
 * form; `parseInstant` may still read that form.
 */
export function parseCanonicalInstant(text: string): Instant | null {
  const milliseconds = readCanonical(text);
  return milliseconds === null ? null : fromMilliseconds(milliseconds);
}

/** The value of a character that is not a digit. Any sum that contains it is out of range. */
const NO_DIGITS = -1_000_000;

/**
 * Reads `YYYY-MM-DDTHH:MM:SS.mmmZ` as milliseconds since the epoch; null for other texts. It works digit by digit,
 * because a first pull reads four dates of every item, and the platform's parser takes six times as long.
 */
function readCanonical(text: string): number | null {
  if (
    text.length !== 24
    || text.charCodeAt(4) !== HYPHEN
    || text.charCodeAt(7) !== HYPHEN
    || text.charCodeAt(10) !== UPPER_T
    || text.charCodeAt(13) !== COLON
    || text.charCodeAt(16) !== COLON
    || text.charCodeAt(19) !== FULL_STOP
    || text.charCodeAt(23) !== UPPER_Z
  )
    return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const hundredths = twoDigits(text, 20);
  const thousandths = text.charCodeAt(22) - ZERO;
  if (year < 0 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23) return null;
  if (minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  if (hundredths < 0 || thousandths < 0 || thousandths > 9) return null;
  const days = daysSinceEpoch(year, month, day);
  // The day after a month's last day is the first day of the next month.
  if (day > 28 && days >= daysSinceEpoch(year, month + 1, 1)) return null;
  return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + hundredths * 10 + thousandths;
}

function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - ZERO;
  const ones = text.charCodeAt(index + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NO_DIGITS;
}

/**
 * Counts the days from 1970-01-01 to a day of the Gregorian calendar. The year is counted from March, so that the leap
 * day is the last day of a year.
 * @param month 1 to 13; 13 is January of the next year.
 */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const sinceMarch = month > 2 ? month - 3 : month + 9;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leaps + Math.floor((153 * sinceMarch + 2) / 5) + day - 719_469;
}

/** The milliseconds since the epoch of an instant, with the microseconds as a fraction. */
export function toMilliseconds(instant: Instant): number {
  const edge = FINE * 1_000;
  if (instant >= edge) return FINE + (instant - edge);
  if (instant < -edge) return -FINE + (instant + edge);
  return instant / 1_000;
}

/** Writes an instant as ISO 8601 in UTC, with milliseconds, or microseconds if needed. */
export function formatInstant(instant: Instant): string {
  const milliseconds = Math.floor(toMilliseconds(instant));
  const rest = Math.abs(instant) < FINE * 1_000 ? instant - milliseconds * 1_000 : 0;
  const text = new Date(milliseconds).toISOString();
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}

/** Rewrites a date-time in the form of `formatInstant`. Other texts stay unchanged. */
export function normalizeInstant(text: string): string {
  const instant = parseInstant(text);
  return instant === null ? text : formatInstant(instant);
}

/** Microseconds by which a record's date may be later than the service's answer. Clocks and time zones may differ. */
const POSSIBLE_AHEAD: Instant = 86_400_000_000;

/**
 * The range of a record's possible instants, both ends included. @param now the time of reading, ms since the epoch.
 */
export function possibleInstants(now: number): { readonly first: Instant; readonly last: Instant } {
  return { first: 0, last: fromMilliseconds(now) + POSSIBLE_AHEAD };
}

/** The age of a record's date in ms; null if the date is missing or impossible. @param now ms since the epoch. */
export function ageOf(date: unknown, now: number): number | null {
  const instant = typeof date === "string" ? parseInstant(date) : null;
  return instant !== null && isPossible(instant, fromMilliseconds(now))
    ? now - toMilliseconds(instant)
    : null;
}

/** Whether a record's date is possible: 1970 or later, and at most a day after the service's answer. */
export function isPossible(instant: Instant, answeredAt: Instant): boolean {
  return instant >= 0 && instant <= answeredAt + POSSIBLE_AHEAD;
}
