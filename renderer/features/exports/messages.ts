import type { ExportProgress, ExportRequest } from "../../../shared/features/exports/exports.ts";
import { formatCount, plural } from "../../base/format.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/verification.ts";
import { assertNever } from "../../../shared/base/errors.ts";

/** How far an export is: its rows, the rate, the time left. */
export function progressMessage(progress: ExportProgress): string {
  const { request, state, rows, total, rowsPerSecond, msLeft } = progress;
  if (state === "waiting") return "Waiting for another export to finish…";
  if (state === "verifying") return "Verifying the rows with the service…";
  if (total === null) return "changes" in request ? "Counting the changes…" : "Sorting the rows…";
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

/** "12 rows", or "12 changes" for an export of changes. */
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

export const NOT_REPEATABLE = "A selection cannot be scheduled. Choose the filtered rows or everything.";
export const OLDEST_FIRST = "The oldest first.";
export const LINE_PER_FIELD = "One line for each field of a change.";
export const MANIFEST = "A manifest next to the file, with its origin and SHA-256";

/** The rows of a scope, with their number; undefined while they are being counted. */
export function scopeLabel(scope: "selected" | "filtered" | "everything", count: number | undefined): string {
  const number = count === undefined ? "…" : formatCount(count);
  switch (scope) {
    case "selected":
      return `Selected ${number} ${count === 1 ? "row" : "rows"}`;
    case "filtered":
      return `All ${number} filtered rows`;
    case "everything":
      return `Everything ${number}`;
    default:
      return assertNever(scope, "unknown scope");
  }
}

export const shownColumnsLabel = (count: number): string =>
  `As shown, in that order (${plural(count, "column")})`;

/** The label of the step before an export. A small number of rows is verified one by one. */
export function verifyFirstLabel(count: number | undefined): string {
  if (count === undefined || count > MAX_VERIFIED) return "Refresh first";
  return `Verify ${count === 1 ? "the row" : `each of the ${formatCount(count)} rows`} with the service first`;
}

/** The label of the button that starts an export. @param size "12 rows"; null until they are counted. */
export const exportLabel = (size: string | null): string => (size === null ? "Export" : `Export ${size}`);
