const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of milliseconds in its largest fitting unit: "35 s", "12 min", "5 h", "9 d", "3 mo", "2 y". */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  if (span < 60 * DAY) return `${Math.floor(span / DAY)} d`;
  if (span < 730 * DAY) return `${Math.round(span / (30.44 * DAY))} mo`;
  return `${Math.floor(span / (365.25 * DAY))} y`;
}

/** How long ago an ISO 8601 instant was; empty for a future one and for a text that is not a date. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  return Number.isNaN(age) || age < 0 ? "" : formatSpan(age);
}

/** The time until an instant, for a countdown; rounded up, so that zero means now. */
export function formatCountdown(iso: string, now: number): string {
  const left = Math.max(0, Date.parse(iso) - now);
  if (left < MINUTE) return `${Math.ceil(left / SECOND)} s`;
  const seconds = Math.ceil(left / SECOND);
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : formatSpan(left);
}

/** A duration: milliseconds below a second, tenths below ten seconds, then as a span. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < SECOND) return `${Math.round(span)} ms`;
  return span < 10 * SECOND ? `${Math.floor(span / 100) / 10} s` : formatSpan(span);
}
