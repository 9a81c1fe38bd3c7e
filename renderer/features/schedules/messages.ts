import type { Schedule, ScheduleRun } from "../../../shared/features/schedules/schedules.ts";
import type { Timing } from "../../../shared/delivery/planned.ts";
import { formatClock } from "../../base/format-calendar.ts";
import { plural, pluralForm } from "../../base/format.ts";
import type { ExportChoice } from "../../delivery/files/export-choice.ts";
import type { ExportFormat } from "../../../shared/delivery/export-formats.ts";
import { FORMAT_NAMES } from "../../delivery/files/messages.ts";
import { DAYS } from "../../delivery/planned/messages.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

const WEEKDAYS = "1,2,3,4,5";
const WEEKEND = "6,7";

/** When a schedule runs: "Every weekday at 6:00 PM", "Mon, Wed at 7:30 AM", "Every 6 hours". */
export function timingLabel(timing: Timing): string {
  if (timing.kind === "hours") return pluralForm(timing.every, "Every hour", `Every ${timing.every} hours`);
  return `${daysLabel(timing.days)} at ${timeLabel(timing.time)}`;
}

/** The outcome of a run: "2,455 rows", "failed: The disk is full.", "cancelled". */
export function runLabel({ state, rows, error }: ScheduleRun): string {
  if (state === "done") return plural(rows, "row");
  if (state === "cancelled") return "cancelled";
  return error ? `failed: ${error.message}` : "failed";
}

/** Says how many files a schedule has, and how many it keeps. */
export function keptFilesLabel({ kept, plan }: Pick<Schedule, "kept" | "plan">): string {
  if (plan.keep === null) return `${plural(kept, "file")}, all kept`;
  return `${plural(kept, "file")}, the last ${plan.keep} are kept`;
}

/** The name of a schedule's view, or that the view was deleted. */
export function viewLabel({ viewName }: Pick<Schedule, "viewName">): string {
  return viewName ?? "A view that was deleted";
}

function daysLabel(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const listed = sorted.join();
  if (sorted.length === DAYS.length) return "Every day";
  if (listed === WEEKDAYS) return "Every weekday";
  if (listed === WEEKEND) return "Every weekend day";
  return sorted.map((day) => DAYS[day - 1]).join(", ");
}

function timeLabel(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  // A date on which no time zone changes its clock.
  return formatClock(new Date(2026, 0, 15, hours, minutes));
}

export const UNSAVED_CHANGES = "The saved view is exported, without your unsaved changes to it.";
export const KEEP_FILES_HINT = "Empty keeps all. Only files that this schedule wrote are ever removed.";
export const REFRESH_FIRST = "Refresh first; write no file if that fails";
export const MANIFEST = "A manifest next to each file, with its origin and SHA-256";
export const VIEW_MISSING = "The view was deleted. Choose another one.";
export const CHOOSE_TIME = "Choose when it runs.";
export const NO_FOLDER = "No folder chosen yet";
export const FIXED_FOLDER = "In a browser it is always this folder, on the machine that serves the page.";
export const RUN_FAILED = "A scheduled export failed.";
export const SAVED = "The schedule was saved.";
export const TRAY_OFFER =
  "Scheduled exports run only while Stockdeck is running. In the tray it keeps running after its window is closed.";
export const TRAY_ACTION = "Keep running in the tray";
export const scheduled = (next: string): string => `Scheduled. The first run is ${next}.`;

/** When a schedule runs next, and the condition for it. */
export const nextRun = (next: string): string =>
  `Next run: ${next}. Schedules run while Stockdeck is running; what was due before runs once at the next start.`;

/** The columns of a schedule. @param count of the columns that the table showed. */
export function columnsLabel(choice: ExportChoice["columns"], count: number): string {
  if (choice === "shown") return `As the table showed them (${plural(count, "column")})`;
  return choice === "all" ? "All fields" : "All fields, with names next to ids";
}

export const SCHEDULES = {
  title: "Scheduled exports",
  intro: "Views exported on a schedule into a folder of yours, while Stockdeck runs.",
  none: "No scheduled export yet. Open a table, choose Export, then “Repeat…”.",
};

export const otherSchedules = (count: number): string =>
  `Your other connections have ${plural(count, "scheduled export")}.`;

export const TRAY = {
  label: "Keep running in the tray when the window is closed",
  hint: "When off, closing the window quits Stockdeck, and scheduled exports wait until it runs again.",
  unavailable: "This desktop shows no tray. Closing the window asks whether to quit.",
};

export const DELETE_SCHEDULE = { label: "Delete", title: "Delete this schedule?" };

export const deleteScheduleText = (name: string): string =>
  `“${name}” is then no longer exported by this schedule. The files that it wrote stay.`;

export const NO_FOLDER_YET = "None yet: choose one under Edit";

/** Shown under Mail before a schedule has sent its first message. */
export const mailPlanned = (recipients: number): string => `To ${plural(recipients, "recipient")}`;

export const NOT_YET = "Not yet";

export const PAUSED = "Paused";

export const RUNNING = "Running now…";

export const SCHEDULE_ENTRY = {
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
};
export const scheduleAction = (action: string, schedule: string): string => `${action}: ${schedule}`;
/** The accessible name of a schedule: "Films, every weekday at 6:00 PM". */
export const scheduleName = (view: string, timing: Timing): string => `${view}, ${timingLabel(timing)}`;
export const fileKind = (resource: Resource, format: ExportFormat): string =>
  `${RESOURCE_LABELS[resource].title}, ${FORMAT_NAMES[format]}`;

export const SCHEDULE_DIALOG = {
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
};
