import type { ExportProgress, ExportRequest } from "../../../shared/exports/exports.ts";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";

/** How far an export is: rows of rows, the rate, the time left. */
export function progressMessage(progress: ExportProgress): string {
  const { request, state, rows, total, rowsPerSecond, msLeft } = progress;
  if (state === "waiting") return "Waiting for another export to end…";
  if (state === "verifying") return "Asking the service first…";
  if (total === null) return "changes" in request ? "Counting the changes…" : "Putting the rows in order…";
  const rate = rowsPerSecond === null ? "" : ` · ${amountLabel(request, Math.round(rowsPerSecond))} a second`;
  const left = msLeft === null || rows === 0 ? "" : ` · ${timeLeft(msLeft)} left`;
  return `${formatCount(rows)} of ${amountLabel(request, total)}${rate}${left}`;
}

/** How an export ended, in a sentence. */
export function outcomeMessage({ request, state, rows, error }: ExportProgress): string {
  if (state === "done") return `Exported ${amountLabel(request, rows)}.`;
  if (state === "cancelled") return "The export was cancelled. No file was changed.";
  return error?.message ?? "The export failed.";
}

/** "12 rows", or "12 changes", whichever an export is of. */
export function amountLabel(request: ExportRequest, count: number): string {
  return plural(count, "changes" in request ? "change" : "row");
}

/** Whether an export still runs. */
export function isRunning({ state }: ExportProgress): boolean {
  return state === "waiting" || state === "verifying" || state === "writing";
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds < 90 ? `${formatCount(seconds)} s` : `${formatCount(Math.ceil(seconds / 60))} min`;
}
