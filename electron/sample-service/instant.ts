const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.(\d+))?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds since the epoch of an RFC 3339 date-time, with the fraction below a millisecond kept; NaN for
 * anything else. The offset is required: without one the text names no instant.
 */
export function parseInstant(text: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null) return Number.NaN;
  // Date.parse rolls 31 February over into March; the service refuses it instead.
  const day = Number(text.slice(8, 10));
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  if (day > days) return Number.NaN;
  const digits = match[1] ?? "";
  const below = digits.length > 3 ? Number(`0.${digits.slice(3)}`) : 0;
  const shortened = digits.length > 3 ? text.replace(`.${digits}`, `.${digits.slice(0, 3)}`) : text;
  return Date.parse(shortened.toUpperCase()) + below;
}

const DAY_MS = 86_400_000;
const dayTexts = new Map<number, string>();
const padded = (size: number, width: number): readonly string[] =>
  Array.from({ length: size }, (_, number) => String(number).padStart(width, "0"));
const TWO = padded(60, 2);
const THREE = padded(1000, 3);

/**
 * The UTC text of an instant, with milliseconds, as `Date.toISOString` writes it. By hand, because dates were
 * more than half of the time that a page took to make.
 */
export function formatInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let dayText = dayTexts.get(day);
  if (dayText === undefined) {
    dayText = new Date(day * DAY_MS).toISOString().slice(0, 11);
    dayTexts.set(day, dayText);
  }
  const rest = Math.floor(ms - day * DAY_MS);
  const seconds = Math.floor(rest / 1000);
  const hour = TWO[Math.floor(seconds / 3600)];
  const minute = TWO[Math.floor(seconds / 60) % 60];
  return `${dayText}${hour}:${minute}:${TWO[seconds % 60]}.${THREE[rest % 1000]}Z`;
}
