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

/** An ISO 8601 instant as a local date and time, without the current year; other texts unchanged. */
export function formatDateTime(iso: string, now: number = Date.now()): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const thisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? dateTimeThisYear : dateTime).format(instant);
}

/** An ISO 8601 instant as a local date and time with its year; other texts unchanged. */
export function formatFullDateTime(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : dateTime.format(instant);
}

/** An ISO 8601 instant as a local calendar day. */
export function formatDay(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : date.format(instant);
}

/** The exact instant in UTC, as ISO 8601: the tooltip of every local date. */
export function formatUtc(iso: string): string {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : new Date(instant).toISOString();
}

/** The time of day to the second, with the date where it is more than a day from `now`. */
export function formatMoment(iso: string, now: number): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const clock = time.format(instant);
  return Math.abs(now - instant) < DAY ? clock : `${date.format(instant)}, ${clock}`;
}
