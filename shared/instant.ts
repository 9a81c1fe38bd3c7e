/**
 * An instant, as the store keeps and compares it: a whole number of microseconds since the epoch. Beyond
 * ±8e12 ms (the years 1716 to 2223), where microseconds would leave the safe integers, one more is a millisecond
 * more; so the order is always right, and "9999-12-31" is as exact as a Date can be.
 */
export type Instant = number;

/** Milliseconds since the epoch up to which an instant counts microseconds. */
const FINE = 8e12;

/** The instant of a number of milliseconds since the epoch, and of microseconds (0 to 999) after it. */
export function fromMilliseconds(milliseconds: number, microseconds = 0): Instant {
  if (milliseconds >= FINE) return FINE * 1_000 + (milliseconds - FINE);
  if (milliseconds < -FINE) return -FINE * 1_000 + (milliseconds + FINE);
  return milliseconds * 1_000 + microseconds;
}

const [UPPER_Z, UPPER_T, HYPHEN, FULL_STOP] = [0x5a, 0x54, 0x2d, 0x2e];

const PATTERN =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date-time of any offset and precision, exactly to the microsecond.
 * @returns the instant, rounded down; null where the text is not a date-time. Without an
 * offset the text is taken as UTC, because the specification's time stamps belong to the service, not to here.
 */
export function parseInstant(text: string): Instant | null {
  if (isCanonicalInstant(text)) {
    const milliseconds = Date.parse(text);
    if (!Number.isNaN(milliseconds)) return fromMilliseconds(milliseconds);
  }
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, day, minute, second = "00", fraction = "", zone = "Z"] = match;
  const offset = /^[Zz]$/.test(zone)
    ? "Z"
    : zone.length === 3
      ? `${zone}:00`
      : zone.replace(/(\d{2})(\d{2})$/, "$1:$2");
  const milliseconds = Date.parse(`${day}T${minute}:${second}${offset}`);
  if (Number.isNaN(milliseconds)) return null;
  const digits = fraction.slice(0, 6).padEnd(6, "0");
  return fromMilliseconds(milliseconds + Number(digits.slice(0, 3)), Number(digits.slice(3)));
}

/**
 * Whether a text that `parseInstant` reads is written as `formatInstant` would write it, with three digits of a
 * second: how most services write. A quick look; false may only mean that a closer one is needed.
 */
export function isCanonicalInstant(text: string): boolean {
  return (
    text.length === 24
    && text.charCodeAt(23) === UPPER_Z
    && text.charCodeAt(4) === HYPHEN
    && text.charCodeAt(10) === UPPER_T
    && text.charCodeAt(19) === FULL_STOP
    // What lies behind these the platform's parser may take for the next month's day, or the next day's hour.
    && Number(text.slice(8, 10)) <= 28
    && Number(text.slice(11, 13)) < 24
  );
}

/** Writes an instant as ISO 8601 in UTC: three digits of a second, or six where they say more. */
export function formatInstant(instant: Instant): string {
  const edge = FINE * 1_000;
  if (instant >= edge) return new Date(FINE + (instant - edge)).toISOString();
  if (instant < -edge) return new Date(-FINE + (instant + edge)).toISOString();
  const milliseconds = Math.floor(instant / 1_000);
  const rest = instant - milliseconds * 1_000;
  const text = new Date(milliseconds).toISOString();
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}
