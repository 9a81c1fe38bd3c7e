import type { ExportProgress } from "../../../shared/exports.ts";
import { formatCount } from "../../format/format-number.ts";
import { plural } from "../../format/plural.ts";

/** How far an export is: rows of rows, the rate, the time left. */
export function progressWords({ state, rows, total, rowsPerSecond, msLeft }: ExportProgress): string {
  if (state === "waiting") return "Waiting for another export to end…";
  if (state === "verifying") return "Asking the service first…";
  if (total === null) return "Putting the rows in order…";
  const rate = rowsPerSecond === null ? "" : ` · ${plural(Math.round(rowsPerSecond), "row")} a second`;
  const left = msLeft === null || rows === 0 ? "" : ` · ${timeLeft(msLeft)} left`;
  return `${formatCount(rows)} of ${plural(total, "row")}${rate}${left}`;
}

/** How an export ended, in a sentence. */
export function endWords({ state, rows, error }: ExportProgress): string {
  if (state === "done") return `Exported ${plural(rows, "row")}.`;
  if (state === "cancelled") return "The export was cancelled. No file was changed.";
  return error?.message ?? "The export failed.";
}

/** Whether an export still runs. */
export function isRunning({ state }: ExportProgress): boolean {
  return state === "waiting" || state === "verifying" || state === "writing";
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds < 90 ? `${formatCount(seconds)} s` : `${formatCount(Math.ceil(seconds / 60))} min`;
}
