import type { Schedule, ScheduleRun, Timing } from "../../../shared/exports/schedules.ts";
import { plural } from "../../base/plural.ts";

/** The days as ISO 8601 counts them. */
export const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const WEEKDAYS = "1,2,3,4,5";
const WEEKEND = "6,7";

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });

/** When a schedule runs: "Every weekday at 6:00 PM", "Mon, Wed at 7:30 AM", "Every 6 hours". */
export function timingLabel(timing: Timing): string {
  if (timing.kind === "hours") return timing.every === 1 ? "Every hour" : `Every ${timing.every} hours`;
  return `${daysLabel(timing.days)} at ${timeLabel(timing.time)}`;
}

/** How a run ended: "2,455 rows", "failed: The disk is full.", "cancelled". */
export function runLabel({ state, rows, error }: ScheduleRun): string {
  if (state === "done") return plural(rows, "row");
  return state === "failed" && error ? `failed: ${error.message}` : state;
}

/** How many files a schedule has, of how many that it keeps. */
export function keptFilesLabel({ kept, plan }: Pick<Schedule, "kept" | "plan">): string {
  if (plan.keep === null) return `${plural(kept, "file")}, all kept`;
  return `${plural(kept, "file")}, the last ${plan.keep} are kept`;
}

/** What a schedule is called: its view's name, or that it has none. */
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

/** "18:00" as the local language writes a time. */
function timeLabel(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  // A day on which no zone changes its clock.
  return clock.format(new Date(2026, 0, 15, hours, minutes));
}
