/** The local calendar day of a moment, as an ISO 8601 date. */
export function localDay(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const year = String(now.getFullYear()).padStart(4, "0");
  return `${year}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Midnight by the local clock at the beginning of an ISO 8601 date. Calendar days are counted, because a day may have
 * 23 or 25 hours.
 */
export function startOfLocalDay(day: string, daysLater = 0): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return midnight(year, month - 1, date + daysLater);
}

/** The first of the latest `days` local days, today included. @param now ms since the epoch. */
export function firstDay(days: number, now: number): string {
  return localDay(startOfLocalDay(localDay(new Date(now)), 1 - days));
}

/** Midnight by the local clock. Months and days beyond their range continue into the next year or month. */
export function midnight(year: number, month: number, day: number): Date {
  // The constructor would read the year 1 as 1901.
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date;
}

/** A quarter of an hour in ms. The offset of every time zone is a multiple of it. */
export const QUARTER = 900_000;

/** The number of a moment's quarter of an hour, counted from the epoch. @param at ms since the epoch. */
export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER);
}
