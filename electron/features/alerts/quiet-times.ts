import type { AlertSettings } from "../../../shared/features/alerts/alerts.ts";

/** Whether no notification is shown at a moment. @param now ms since the epoch; quiet times are local. */
export function isQuiet({ quietHours, quietDays }: AlertSettings, now: number): boolean {
  const date = new Date(now);
  const today = date.getDay();
  if (quietDays.includes(today)) return true;
  if (!quietHours) return false;
  const minute = date.getHours() * 60 + date.getMinutes();
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
  const begins = (day: number): boolean => quietHours.days.includes((day + 7) % 7);
  if (from < to) return begins(today) && minute >= from && minute < to;
  // They pass midnight, or last a whole day.
  return (begins(today) && minute >= from) || (begins(today - 1) && minute < to);
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
