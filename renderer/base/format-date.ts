const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const dateTimeThisYear = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

const DAY = 86_400_000;

/** An ISO 8601 instant as a local date and time, without this year's number; a text that is no date as it is. */
export function formatDateTime(iso: string, now: number = Date.now()): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const thisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? dateTimeThisYear : dateTime).format(instant);
}

/** An ISO 8601 instant as a local date and time with its year; a text that is no date as it is. */
export function formatFullDateTime(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : dateTime.format(instant);
}

/** An ISO 8601 instant as a local calendar day. */
export function formatDay(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : date.format(instant);
}

/** The exact instant in UTC, as ISO 8601: what stands behind every local date. */
export function formatUtc(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : new Date(instant).toISOString();
}

/** The time of day to the second, with the date before it where more than a day lies between. */
export function formatMoment(iso: string, now: number): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const clock = time.format(instant);
  return Math.abs(now - instant) < DAY ? clock : `${date.format(instant)}, ${clock}`;
}
