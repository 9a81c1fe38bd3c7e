import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";
import { mailOutcomeSchema, mailPartSchema } from "../../delivery/mail.ts";
import { timingSchema } from "../../delivery/planned.ts";
import { rowsRequestSchema } from "../../delivery/exports.ts";
import { connectionIdSchema } from "../../inventory/connections.ts";

/** The most files that a schedule keeps, unless it keeps all. */
export const MAX_KEPT_FILES = 1_000;
const { resource, columns, format, dialect, manifest } = rowsRequestSchema.shape;

/**
 * The plan of a schedule: view, format and timing. Each run exports the rows that the view has at the time of the run.
 */
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
    /** The message that sends each file to its recipients; null if no message is sent. */
    mail: mailPartSchema.nullable(),
  })
  .refine(({ dialect }) => dialect.delimiter !== dialect.decimal, "the comma cannot be both signs");
export type SchedulePlan = Readonly<z.infer<typeof schedulePlanSchema>>;

/** The outcome of a run. */
export const scheduleRunSchema = z.strictObject({
  /** The time at which the run started, ISO 8601. */
  at: z.string(),
  state: z.enum(["done", "failed", "cancelled"]),
  rows: z.int(),
  /** The file's name without its folder; null if no file was written. */
  file: z.string().nullable(),
  error: appErrorSchema.nullable(),
});
export type ScheduleRun = Readonly<z.infer<typeof scheduleRunSchema>>;

/** A scheduled export as the page shows it. */
export const scheduleSchema = z.strictObject({
  id: z.uuid(),
  connectionId: connectionIdSchema,
  plan: schedulePlanSchema,
  /** The full path of the folder, which the user chose in the system's dialog. */
  folder: z.string(),
  paused: z.boolean(),
  /** The name of the view; null if the view was deleted. */
  viewName: z.string().nullable(),
  /** The time of the next run, ISO 8601; null while the schedule is paused. */
  nextRun: z.string().nullable(),
  running: z.boolean(),
  last: scheduleRunSchema.nullable(),
  /** The last failed run that the user has not seen yet. It stays even if later runs succeeded. */
  failure: scheduleRunSchema.nullable(),
  /** The state of the last message; null if there was no message. */
  mailed: mailOutcomeSchema.nullable(),
  /** The number of the schedule's files that still exist. */
  kept: z.int(),
});
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>;

const nothing = z.undefined();
const scheduleId = z.strictObject({ id: z.uuid() });
/**
 * A token for a folder that the user chose in the main process's dialog. The page has no other way to name a folder.
 */
const chosenFolder = z.uuid();

/** The calls of scheduled exports. Every change emits the push `schedules`. */
export const SCHEDULE_CALLS = {
  /** The schedules of all connections, in the order of their creation. */
  listSchedules: { input: nothing, output: z.array(scheduleSchema) },
  /**
   * Asks the user for a folder; null if the user cancelled. The path is only for display; `folder` is the token for
   * other calls.
   */
  chooseScheduleFolder: {
    input: nothing,
    output: z.strictObject({ chosen: z.strictObject({ folder: chosenFolder, path: z.string() }).nullable() }),
  },
  createSchedule: {
    input: z.strictObject({
      connectionId: connectionIdSchema,
      plan: schedulePlanSchema,
      folder: chosenFolder,
    }),
    output: scheduleId,
  },
  /** Changes a schedule. Without a new folder, the schedule keeps its present folder. */
  editSchedule: {
    input: z.strictObject({ id: z.uuid(), plan: schedulePlanSchema, folder: chosenFolder.nullable() }),
    output: nothing,
  },
  pauseSchedule: { input: z.strictObject({ id: z.uuid(), paused: z.boolean() }), output: nothing },
  /** Deletes a schedule. Its files are kept. */
  deleteSchedule: { input: scheduleId, output: nothing },
  /** Queues a run, and returns without waiting for the run. */
  runSchedule: { input: scheduleId, output: nothing },
  /** Marks the shown failures as seen. */
  seeScheduleFailures: { input: nothing, output: nothing },
  /** Whether the app can stay in the tray without a window. Then schedules continue to run. */
  trayAvailable: { input: nothing, output: z.boolean() },
  /** Shows the last file of a schedule in its folder. */
  showScheduleFile: { input: scheduleId, output: nothing },
} as const;

export const SCHEDULE_PUSHES = {
  /** The current scheduled exports of all connections. */
  schedules: z.array(scheduleSchema),
} as const;
