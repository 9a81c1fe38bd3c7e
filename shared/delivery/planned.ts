import { z } from "zod";
import { mailOutcomeSchema } from "./mail.ts";

/** The most hours between two runs: a week. */
export const MAX_HOURS = 168;

/** Either weekdays (ISO 8601: Monday is 1, Sunday is 7), or an interval in hours from when the schedule was set. */
export const timingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("days"),
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, "a day that comes twice"),
    /** The local time, in 24 hours. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  }),
  z.strictObject({ kind: z.literal("hours"), every: z.int().min(1).max(MAX_HOURS) }),
]);
export type Timing = Readonly<z.infer<typeof timingSchema>>;

/** The state of a message that a connection sends at planned times. */
export const plannedMailStateSchema = z.strictObject({
  /** The time of the next run, ISO 8601; null if there is no plan, or it is not yet saved here. */
  nextRun: z.string().nullable(),
  /**
   * The reason why a plan waits. "save": the user must first save it on this workstation, as after a restore. "copy": its run
   * starts when the copy is open and complete.
   */
  waitsFor: z.enum(["save", "copy"]).nullable(),
  /** Whether a run is under way, or waits. */
  running: z.boolean(),
  /** The state of the last message; null if there was no message. */
  mailed: mailOutcomeSchema.nullable(),
});
export type PlannedMailState = Readonly<z.infer<typeof plannedMailStateSchema>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Minutes of the longest gap in a local clock: a whole day, skipped when a country crossed the date line. */
const LONGEST_GAP = 24 * 60;
/**
 * Days within which every timing is due at least once. The day before is checked too, because its time may be in a gap.
 */
const DAYS_AHEAD = 8;

/**
 * The first moment after `after` at which a schedule is due. It uses the local clock and zone. A time in a gap of the
 * clock is due when the gap ends. A time that occurs twice is due the first time.
 * @param anchor when the schedule was set, from which hours are counted. All are ms since the epoch.
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

/** A time of a local day; the end of the gap if the clock skips it. */
function localMoment(year: number, month: number, day: number, hours: number, minutes: number): number {
  const at = new Date(year, month, day, hours, minutes);
  const wanted = Date.UTC(year, month, day, hours, minutes);
  if (localAsUtc(at.getTime()) === wanted) return at.getTime();
  // JavaScript returns a time after the gap. The offset changed at the gap's end, so the code goes back to it.
  const offset = at.getTimezoneOffset();
  let end = at.getTime();
  for (let back = 0; back < LONGEST_GAP; back += 1) {
    if (new Date(end - MINUTE).getTimezoneOffset() !== offset) break;
    end -= MINUTE;
  }
  return end;
}

/** The local clock's reading at a moment, as ms of a UTC time. */
function localAsUtc(moment: number): number {
  const at = new Date(moment);
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());
}
