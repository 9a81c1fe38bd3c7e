const PATTERN =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date-time of any offset and precision, exactly to the microsecond.
 * @returns microseconds since the epoch, rounded down; null where the text is not a date-time. Without an
 * offset the text is taken as UTC, because the specification's time stamps belong to the service, not to here.
 */
export function parseInstant(text: string): number | null {
  // The usual form, as JSON.stringify writes a date: the platform's own parser is exact and fastest.
  if (text.length === 24 && text.endsWith("Z")) {
    const milliseconds = Date.parse(text);
    if (!Number.isNaN(milliseconds)) return milliseconds * 1_000;
  }
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, day, minute, second = "00", fraction = "", zone = "Z"] = match;
  const offset = /^[Zz]$/.test(zone) ? "Z" : zone.length === 3 ? `${zone}:00` : zone.replace(/(\d{2})(\d{2})$/, "$1:$2");
  const milliseconds = Date.parse(`${day}T${minute}:${second}${offset}`);
  if (Number.isNaN(milliseconds)) return null;
  return milliseconds * 1_000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/** Writes microseconds since the epoch as ISO 8601 in UTC: three digits of a second, or six where they say more. */
export function formatInstant(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1_000);
  const rest = microseconds - milliseconds * 1_000;
  const text = new Date(milliseconds).toISOString();
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}
