import { z } from "zod";
import { mailOutcomeSchema } from "./mail.ts";

/** The most hours between two runs: the hours of a week. */
export const MAX_HOURS = 168;

/**
 * The times of the runs: either weekdays (ISO 8601: Monday is 1, Sunday is 7), or an interval in hours since the
 * schedule was set.
 */
export const timingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("days"),
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, "a day that comes twice"),
    /** The local time on a 24-hour clock. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  }),
  z.strictObject({ kind: z.literal("hours"), every: z.int().min(1).max(MAX_HOURS) }),
]);
export type Timing = Readonly<z.infer<typeof timingSchema>>;

/** The state of a planned message of a connection. */
export const plannedMailStateSchema = z.strictObject({
  /**
   * The time of the next run, ISO 8601; null if there is no plan, or if the plan is not yet saved on this workstation.
   */
  nextRun: z.string().nullable(),
  /**
   * The reason why a plan waits. "save": the user must first save it on this workstation, as after a restore. "copy":
   * the run starts when the connection's copy is open and complete.
   */
  waitsFor: z.enum(["save", "copy"]).nullable(),
  /** Whether a run of the plan is under way or waiting. */
  running: z.boolean(),
  /** The state of the last message; null if no message was made yet. */
  mailed: mailOutcomeSchema.nullable(),
});
export type PlannedMailState = Readonly<z.infer<typeof plannedMailStateSchema>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The longest gap in a local clock, in minutes: a country skips a whole day when it crosses the date line. */
const LONGEST_GAP = 24 * 60;
/**
 * The number of days within which every timing is due at least once. The day before is checked too, because its time
 * may be in a gap of the clock.
 */
const DAYS_AHEAD = 8;

/**
 * Finds the first moment after `after` at which a schedule is due. The local clock and time zone decide. A time in a
 * gap of the clock is due when the gap ends. A time that occurs twice is due the first time.
 * @param anchor the moment at which the schedule was set; hours are counted from it. All moments are ms since the
 * epoch.
 */
export function nextDue(timing: Timing, anchor: number, after: number): number {
  if (timing.kind === "hours") {
    const step = timing.every * HOUR;
    return anchor + Math.max(1, Math.floor((after - anchor) / step) + 1) * step;
  }
  const [hours = 0, minutes = 0] = timing.time.split(":").map(Number);
  const from = new Date(after);
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const due: number[] = [];
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
    const weekday = new Date(Date.UTC(year, month, day + ahead)).getUTCDay() || 7;
    if (!timing.days.includes(weekday)) continue;
    const at = localMoment(year, month, day + ahead, hours, minutes);
    if (at > after) due.push(at);
  }
  return Math.min(...due);
}

/** The moment of a time on a local day; the end of the gap if the clock skips this time. */
function localMoment(year: number, month: number, day: number, hours: number, minutes: number): number {
  const at = new Date(year, month, day, hours, minutes);
  const wanted = Date.UTC(year, month, day, hours, minutes);
  if (localAsUtc(at.getTime()) === wanted) return at.getTime();
  // JavaScript returns a moment after the gap. The offset of the time zone changed at the end of the gap, so the code
  // searches back for this change.
  const offset = at.getTimezoneOffset();
  let end = at.getTime();
  for (let back = 0; back < LONGEST_GAP; back += 1) {
    if (new Date(end - MINUTE).getTimezoneOffset() !== offset) break;
    end -= MINUTE;
  }
  return end;
}

/** The local clock's reading at a moment, as if it were UTC, in ms. */
function localAsUtc(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());
}
