const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.(\d+))?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads an RFC 3339 date-time as milliseconds since the epoch; NaN for any other text. Fractions of a millisecond are
 * kept. The offset is required, because a text without an offset names no instant.
 */
export function parseInstant(text: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null) return Number.NaN;
  // `Date.parse` reads 31 February as a day in March; the service refuses such days instead.
  const day = Number(text.slice(8, 10));
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  if (day > days) return Number.NaN;
  const digits = match[1] ?? "";
  const below = digits.length > 3 ? Number(`0.${digits.slice(3)}`) : 0;
  const shortened = digits.length > 3 ? text.replace(`.${digits}`, `.${digits.slice(0, 3)}`) : text;
  return Date.parse(shortened.toUpperCase()) + below;
}

/** Writes an instant as UTC text, rounded down to milliseconds. */
export const formatInstant = (ms: number): string => new Date(Math.floor(ms)).toISOString();
