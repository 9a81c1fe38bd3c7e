import { joinFacts } from "../../ui/messages.ts";
import type { ExportProgress, ExportRequest } from "../../../shared/delivery/exports.ts";
import { formatCount, plural, pluralForm } from "../../base/format.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { FORMAT_NAMES } from "../../delivery/files/messages.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

/** The progress of an export: rows, rate, remaining time. */
export function progressMessage(progress: ExportProgress): string {
  const { request, state, rows, total, rowsPerSecond, msLeft } = progress;
  if (state === "waiting") return "Waiting for another export to finish…";
  if (state === "verifying") return "Verifying the rows with the service…";
  if (total === null) return "changes" in request ? "Counting the changes…" : "Sorting the rows…";
  return joinFacts(
    `${formatCount(rows)} of ${amountLabel(request, total)}`,
    rowsPerSecond === null ? null : `${amountLabel(request, Math.round(rowsPerSecond))} a second`,
    msLeft === null || rows === 0 ? null : `${timeLeft(msLeft)} left`,
  );
}

/** Describes the outcome of an export. */
export function outcomeMessage({ request, state, rows, error }: ExportProgress): string {
  if (state === "done") return `Exported ${amountLabel(request, rows)}.`;
  if (state === "cancelled") return "The export was cancelled. No file was changed.";
  return error?.message ?? "The export failed.";
}

/** "12 rows", or "12 changes" for an export of changes. */
export function amountLabel(request: ExportRequest, count: number): string {
  return plural(count, "changes" in request ? "change" : "row");
}

export function isRunning({ state }: ExportProgress): boolean {
  return state === "waiting" || state === "verifying" || state === "writing";
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds < 90 ? `${formatCount(seconds)} s` : `${formatCount(Math.ceil(seconds / 60))} min`;
}

export const NOT_REPEATABLE = "A selection cannot be scheduled. Choose the filtered rows or everything.";

/** The label of a scope with its number of rows. @param count undefined while they are being counted. */
export function scopeLabel(scope: "selected" | "filtered" | "everything", count: number | undefined): string {
  const number = count === undefined ? "…" : formatCount(count);
  switch (scope) {
    case "selected":
      return `Selected ${count === undefined ? "… rows" : plural(count, "row")}`;
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

/** The label of the step before an export. A few rows are verified one by one. */
export function verifyFirstLabel(count: number | undefined): string {
  if (count === undefined || count > MAX_VERIFIED) return "Refresh first";
  return pluralForm(
    count,
    "Verify the row with the service first",
    `Verify each of the ${formatCount(count)} rows with the service first`,
  );
}

/** The label of the button that starts an export. @param size "12 rows"; null until they are counted. */
export const exportLabel = (size: string | null): string => (size === null ? "Export" : `Export ${size}`);

export const EXPORT_DIALOG = {
  title: "Export",
  rows: "Rows",
  changes: "Changes",
  columns: "Columns",
  allFields: "All fields",
  withNames: "All fields, with names next to ids",
  print: "Print or PDF…",
  repeat: "Repeat…",
};

export const OUTCOME = {
  written: "Written so far",
  cancel: "Cancel the export",
  background: "Continue in the background",
  another: "Another export",
  path: "the path",
  copyPath: "Copy path",
  showFolder: "Show in folder",
  otherName: "Save as another name…",
};

export const PAST_EXPORTS = { title: "Last exports", again: "Run again" };

const UNFINISHED: Readonly<Record<Exclude<ExportProgress["state"], "done">, string>> = {
  waiting: "waiting",
  verifying: "verifying",
  writing: "writing",
  cancelled: "cancelled",
  failed: "failed",
};

/** "Items, Checked out: 2,455 rows as CSV", or its outcome. */
export function pastExport({ request, state, rows }: ExportProgress): string {
  const end = state === "done" ? amountLabel(request, rows) : UNFINISHED[state];
  return `${sourceLabel(request)}: ${end} as ${FORMAT_NAMES[request.format]},`;
}

function sourceLabel(request: ExportRequest): string {
  if ("changes" in request) return "Activity";
  const { title } = RESOURCE_LABELS[request.resource];
  return request.view ? `${title}, ${request.view.name}` : title;
}

/** A number of rows; null while they are being counted. */
export const rowCount = (rows: number | undefined): string | null =>
  rows === undefined ? null : plural(rows, "row");
export const onlyRecord = (name: string): string => `Only ${name}`;
/** The label of all changes with their number. @param changes undefined while they are being counted. */
export const changeCount = (changes: number | undefined): string =>
  changes === undefined ? "… changes" : plural(changes, "change");
export const filteredChanges = (changes: number | undefined): string =>
  `All ${changes === undefined ? "… changes" : plural(changes, "filtered change")}`;
export const everyChange = (changes: number | undefined): string => `Everything ${changeCount(changes)}`;
export const changeOrder = (isTable: boolean): string =>
  isTable ? "The oldest first. One line for each field of a change." : "The oldest first.";
