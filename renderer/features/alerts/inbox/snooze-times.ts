const HOUR = 3_600_000;
const MORNING = 8;

/** The moments until which alerts can be snoozed without a date of their own. */
export const SNOOZE_TIMES = ["hour", "tomorrow", "week"] as const;
export type SnoozeTime = (typeof SNOOZE_TIMES)[number];

/** Until when a snooze lasts, as an instant. @param now ms since the epoch. */
export function snoozeEnd(time: SnoozeTime, now: number): string {
  if (time === "hour") return new Date(now + HOUR).toISOString();
  const end = new Date(now);
  if (time === "week") end.setDate(end.getDate() + 7);
  else {
    end.setDate(end.getDate() + 1);
    end.setHours(MORNING, 0, 0, 0);
  }
  return end.toISOString();
}

/** The morning of a day ("2026-06-01"), by local time; null for one that has begun, or that is none. */
export function morningOf(day: string, now: number): string | null {
  // A day without a time would be read as UTC.
  const morning = Date.parse(`${day}T08:00:00`);
  return Number.isNaN(morning) || morning <= now ? null : new Date(morning).toISOString();
}
