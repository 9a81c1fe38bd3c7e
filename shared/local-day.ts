/** The local calendar day of a moment, as an ISO 8601 date. */
export function localDay(now: Date = new Date()): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
