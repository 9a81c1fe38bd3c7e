import { errorText } from "../../../shared/base/errors.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import type { Schedule, ScheduleRun } from "../../../shared/features/schedules/schedules.ts";
import type { Timing } from "../../../shared/delivery/planned.ts";
import { formatClock } from "../../base/format-calendar.ts";
import { listOf } from "../../base/format.ts";
import type { ExportChoice } from "../../delivery/files/export-choice.ts";
import type { ExportFormat } from "../../../shared/delivery/export-formats.ts";
import { FORMAT_NAMES } from "../../delivery/files/messages.ts";
import { DAYS } from "../../delivery/planned/messages.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

const WEEKDAYS = "1,2,3,4,5";
const WEEKEND = "6,7";

const TIMINGS = texts("schedules.timings", {
  everyHour: "Every hour",
  everyHours: "Every {hours, number} hours",
  everyDay: "Every day at {time}",
  everyWeekday: "Every weekday at {time}",
  everyWeekendDay: "Every weekend day at {time}",
  onDays: "{days} at {time}",
});
/** The times at which a schedule runs: "Every weekday at 6:00 PM", "Mon, Wed at 7:30 AM", "Every 6 hours". */
export function timingLabel(timing: Timing): string {
  if (timing.kind === "hours")
    return timing.every === 1 ? TIMINGS.everyHour : TIMINGS.everyHours({ hours: timing.every });
  const days = timing.days.toSorted((a, b) => a - b);
  const time = timeLabel(timing.time);
  const listed = days.join();
  if (days.length === DAYS.length) return TIMINGS.everyDay({ time });
  if (listed === WEEKDAYS) return TIMINGS.everyWeekday({ time });
  if (listed === WEEKEND) return TIMINGS.everyWeekendDay({ time });
  return TIMINGS.onDays({ days: listOf(days.map((day) => DAYS[day - 1] ?? "")), time });
}

const RUNS = texts("schedules.runs", {
  done: "{rows, plural, one {# row} other {# rows}}",
  cancelled: "cancelled",
  failed: "failed",
  failedBecause: "failed: {reason}",
});
/** The outcome of a run: "2,455 rows", "failed: The disk is full.", "cancelled". */
export function runLabel({ state, rows, error }: ScheduleRun): string {
  if (state === "done") return RUNS.done({ rows });
  if (state === "cancelled") return RUNS.cancelled;
  return error ? RUNS.failedBecause({ reason: errorText(error) }) : RUNS.failed;
}

const FILES = texts("schedules.files", {
  allKept: "{files, plural, one {# file} other {# files}}, all kept",
  lastKept: "{files, plural, one {# file} other {# files}}, the last {keep} are kept",
});
/** The number of a schedule's files, and how many of them it keeps. */
export function keptFilesLabel({ kept, plan }: Pick<Schedule, "kept" | "plan">): string {
  return plan.keep === null
    ? FILES.allKept({ files: kept })
    : FILES.lastKept({ files: kept, keep: String(plan.keep) });
}

/** The name of a schedule's view, or the note that the view was deleted. */
export function viewLabel({ viewName }: Pick<Schedule, "viewName">): string {
  return viewName ?? SCHEDULES.deletedView;
}

function timeLabel(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  // On this date, no time zone changes its clock.
  return formatClock(new Date(2026, 0, 15, hours, minutes));
}

const COLUMNS = texts("schedules.columns", {
  shown: "As the table showed them ({count, plural, one {# column} other {# columns}})",
  all: "All fields",
  named: "All fields, with names next to ids",
});
/** The columns of a schedule. @param count the number of columns that the table showed. */
export function columnsLabel(choice: ExportChoice["columns"], count: number): string {
  if (choice === "shown") return COLUMNS.shown({ count });
  return choice === "all" ? COLUMNS.all : COLUMNS.named;
}

export const SCHEDULES = texts("schedules", {
  title: "Scheduled exports",
  intro: "Views exported on a schedule into a folder of yours, while Stockdeck runs.",
  none: "No scheduled export yet. Open a table, choose Export, then “Repeat…”.",
  others:
    "Your other connections have {count, plural, one {# scheduled export} other {# scheduled exports}}.",
  deletedView: "A view that was deleted",
  runFailed: "A scheduled export failed.",
});

export const TRAY = texts("schedules.tray", {
  label: "Keep running in the tray when the window is closed",
  hint: "When off, closing the window quits Stockdeck, and scheduled exports wait until it runs again.",
  unavailable: "This desktop shows no tray. Closing the window asks whether to quit.",
  offer:
    "Scheduled exports run only while Stockdeck is running. In the tray it keeps running after its window is closed.",
  keep: "Keep running in the tray",
});

export const DELETE_SCHEDULE = texts("schedules.delete", { label: "Delete", title: "Delete this schedule?" });

export const SCHEDULE_ENTRY = texts("schedules.entry", {
  when: "When",
  next: "Next",
  last: "Last",
  mail: "Mail",
  folder: "Folder",
  files: "Files",
  runNow: "Run now",
  resume: "Resume",
  pause: "Pause",
  edit: "Edit…",
  showFolder: "Show in folder",
  name: "{view}, {timing}",
  kind: "{title}, {format}",
  action: "{action}: {schedule}",
  running: "Running now…",
  paused: "Paused",
  never: "Not yet",
  /** Shown under Mail until the schedule has sent its first message. */
  mailPlanned: "To {recipients, plural, one {# recipient} other {# recipients}}",
  noFolder: "None yet: choose one under Edit",
  deleteText: "“{name}” is then no longer exported by this schedule. The files that it wrote stay.",
});
/** The accessible name of a schedule: "Films, every weekday at 6:00 PM". */
export const scheduleName = (view: string, timing: Timing): string =>
  SCHEDULE_ENTRY.name({ view, timing: timingLabel(timing) });
export const fileKind = (resource: Resource, format: ExportFormat): string =>
  SCHEDULE_ENTRY.kind({ title: RESOURCE_LABELS[resource], format: FORMAT_NAMES[format] });

export const SCHEDULE_DIALOG = texts("schedules.dialog", {
  add: "Repeat this export",
  edit: "Scheduled export",
  view: "View",
  viewHint: "Its rows as they are at each run",
  columns: "Columns",
  columnsHint: "The same at each run",
  keep: "Keep the last files",
  folder: "Folder",
  chooseFolder: "Choose folder…",
  create: "Schedule",
  unsaved: "The saved view is exported, without your unsaved changes to it.",
  keepHint: "Empty keeps all. Only files that this schedule wrote are ever removed.",
  refreshFirst: "Refresh first; write no file if that fails",
  manifest: "A manifest next to each file, with its origin and SHA-256",
  viewMissing: "The view was deleted. Choose another one.",
  chooseTime: "Choose when it runs.",
  noFolder: "No folder chosen yet",
  fixedFolder: "In a browser it is always this folder, on the machine that serves the page.",
  saved: "The schedule was saved.",
  scheduled: "Scheduled. The first run is {next}.",
  /** The time of a schedule's next run, and the condition for this run. */
  nextRun:
    "Next run: {next}. Schedules run while Stockdeck is running; what was due before runs once at the next start.",
});
