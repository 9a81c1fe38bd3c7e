import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";
import { mailOutcomeSchema, mailPartSchema } from "../../delivery/mail.ts";
import { rowsRequestSchema } from "../../delivery/exports.ts";
import { profileIdSchema } from "../../inventory/profiles.ts";

/** The most files that a schedule keeps, unless it keeps all. */
export const MAX_KEPT_FILES = 1_000;
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

const { resource, columns, format, dialect, manifest } = rowsRequestSchema.shape;

/** The plan of a schedule: view, format and timing. Each run exports the view's rows at that time. */
export const schedulePlanSchema = z
  .strictObject({
    resource,
    /** The id of a built-in view, or of a view that the user made. */
    viewId: z.string().min(1).max(100),
    columns,
    format,
    dialect,
    manifest,
    /** Whether a refresh must succeed before the export. */
    refreshFirst: z.boolean(),
    timing: timingSchema,
    /** The number of latest files to keep; null keeps all. */
    keep: z.int().min(1).max(MAX_KEPT_FILES).nullable(),
    /** The message that takes each file to its recipients; null for none. */
    mail: mailPartSchema.nullable().default(null),
  })
  .refine(({ dialect }) => dialect.delimiter !== dialect.decimal, "the comma cannot be both signs");
export type SchedulePlan = Readonly<z.infer<typeof schedulePlanSchema>>;

/** The outcome of a run. */
export const scheduleRunSchema = z.strictObject({
  /** The time of its start, ISO 8601. */
  at: z.string(),
  state: z.enum(["done", "failed", "cancelled"]),
  rows: z.int(),
  /** The file's name without its folder; null if no file was written. */
  file: z.string().nullable(),
  error: appErrorSchema.nullable(),
});
export type ScheduleRun = Readonly<z.infer<typeof scheduleRunSchema>>;

/** A scheduled export for the page. */
export const scheduleSchema = z.strictObject({
  id: z.uuid(),
  profileId: profileIdSchema,
  plan: schedulePlanSchema,
  /** The full path, which the user chose in the system's dialog. */
  folder: z.string(),
  paused: z.boolean(),
  /** Null if the view was deleted. */
  viewName: z.string().nullable(),
  /** ISO 8601; null while it is paused. */
  nextRun: z.string().nullable(),
  running: z.boolean(),
  last: scheduleRunSchema.nullable(),
  /** The last failure that the user has not seen, even if later runs succeeded. */
  failure: scheduleRunSchema.nullable(),
  /** The state of the last message; null without one. */
  mailed: mailOutcomeSchema.nullable(),
  /** The number of its files that still exist. */
  kept: z.int(),
});
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>;

/** The state of a message that a connection sends by the clock. */
export const plannedMailStateSchema = z.strictObject({
  /** ISO 8601; null without a plan, and until it is saved here. */
  nextRun: z.string().nullable(),
  /** "save": until the user saves it here, as after a restore; "copy": a run waits for the open and whole copy. */
  waitsFor: z.enum(["save", "copy"]).nullable(),
  /** Whether a run is under way, or waits. */
  running: z.boolean(),
  /** The state of the last message; null without one. */
  mailed: mailOutcomeSchema.nullable(),
});
export type PlannedMailState = Readonly<z.infer<typeof plannedMailStateSchema>>;

const nothing = z.undefined();
const scheduleId = z.strictObject({ id: z.uuid() });
/** A token for a folder that the user chose in the main process's dialog. The page cannot name a folder otherwise. */
const chosenFolder = z.uuid();

/** The calls of scheduled exports. Every change emits the push `schedules`. */
export const SCHEDULE_CALLS = {
  /** The schedules of all profiles, in the order of their creation. */
  listSchedules: { input: nothing, output: z.array(scheduleSchema) },
  /** Asks the user for a folder; null if they cancelled. The path is for display; `folder` is the token for calls. */
  chooseScheduleFolder: {
    input: nothing,
    output: z.strictObject({ chosen: z.strictObject({ folder: chosenFolder, path: z.string() }).nullable() }),
  },
  createSchedule: {
    input: z.strictObject({ profileId: profileIdSchema, plan: schedulePlanSchema, folder: chosenFolder }),
    output: scheduleId,
  },
  /** Changes a schedule. Without a folder it keeps its own. */
  editSchedule: {
    input: z.strictObject({ id: z.uuid(), plan: schedulePlanSchema, folder: chosenFolder.nullable() }),
    output: nothing,
  },
  pauseSchedule: { input: z.strictObject({ id: z.uuid(), paused: z.boolean() }), output: nothing },
  /** Deletes a schedule. Its files are kept. */
  deleteSchedule: { input: scheduleId, output: nothing },
  /** Queues a run, and returns at once. */
  runSchedule: { input: scheduleId, output: nothing },
  /** Marks the shown failures as seen. */
  seeScheduleFailures: { input: nothing, output: nothing },
  /** Whether the app can stay in a tray without a window, so that schedules run. */
  trayAvailable: { input: nothing, output: z.boolean() },
  /** Shows the last file of a schedule in its folder. */
  showScheduleFile: { input: scheduleId, output: nothing },
} as const;

export const SCHEDULE_PUSHES = {
  /** The current scheduled exports of all profiles. */
  schedules: z.array(scheduleSchema),
} as const;

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
  // JavaScript returns a time after the gap. The offset changed at the gap's end, so this goes back to it.
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
