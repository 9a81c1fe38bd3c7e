/** An ISO 8601 duration, split into calendar months (which differ in length) and milliseconds. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const PATTERN =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Reads an ISO 8601 duration such as `P7D`, `PT12H` or `P1M`; null if the text is not one. */
export function parseDuration(text: string): Duration | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return {
    months: years * 12 + months,
    milliseconds: (weeks * 7 + days) * DAY + hours * HOUR + minutes * 60_000 + seconds * 1_000,
  };
}

/**
 * The moment that lies a duration before `now`, both in ms since the epoch. Months are months of the local calendar; a
 * day is 24 hours.
 */
export function before(now: number, duration: Duration): number {
  if (duration.months === 0) return now - duration.milliseconds;
  const date = new Date(now);
  const month = date.getMonth() - duration.months;
  // 31 March minus one month is the last day of February, not 3 March.
  const lastDay = new Date(date.getFullYear(), month + 1, 0).getDate();
  date.setMonth(month, Math.min(date.getDate(), lastDay));
  return date.getTime() - duration.milliseconds;
}
