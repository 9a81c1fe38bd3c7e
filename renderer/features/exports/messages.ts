import { errorText } from "../../../shared/base/errors.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { joinFacts } from "../../ui/messages.ts";
import type { ExportProgress, ExportRequest } from "../../../shared/delivery/exports.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { FORMAT_NAMES } from "../../delivery/files/messages.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

const PROGRESS = texts("exports.progress", {
  waiting: "Waiting for another export to finish…",
  verifying: "Verifying the rows with the service…",
  counting: "Counting the changes…",
  sorting: "Sorting the rows…",
  written:
    "{rows, number} of {of, select, changes {{total, plural, one {# change} other {# changes}}} other {{total, plural, one {# row} other {# rows}}}}",
  rate: "{of, select, changes {{count, plural, one {# change} other {# changes}}} other {{count, plural, one {# row} other {# rows}}}} a second",
  secondsLeft: "{seconds, number} s left",
  minutesLeft: "{minutes, number} min left",
});
/** The progress of an export: rows, rate, remaining time. */
export function progressMessage(progress: ExportProgress): string {
  const { request, state, rows, total, rowsPerSecond, msLeft } = progress;
  if (state === "waiting") return PROGRESS.waiting;
  if (state === "verifying") return PROGRESS.verifying;
  const of = kindOf(request);
  if (total === null) return of === "changes" ? PROGRESS.counting : PROGRESS.sorting;
  return joinFacts(
    PROGRESS.written({ rows, of, total }),
    rowsPerSecond === null ? null : PROGRESS.rate({ of, count: Math.round(rowsPerSecond) }),
    msLeft === null || rows === 0 ? null : timeLeft(msLeft),
  );
}

/** The kind of rows in an export: rows of a table, or changes. */
const kindOf = (request: ExportRequest): "rows" | "changes" => ("changes" in request ? "changes" : "rows");

const OUTCOMES = texts("exports.outcomes", {
  done: "Exported {of, select, changes {{rows, plural, one {# change} other {# changes}}} other {{rows, plural, one {# row} other {# rows}}}}.",
  cancelled: "The export was cancelled. No file was changed.",
  failed: "The export failed.",
});
/** Describes the outcome of an export. */
export function outcomeMessage({ request, state, rows, error }: ExportProgress): string {
  if (state === "done") return OUTCOMES.done({ of: kindOf(request), rows });
  if (state === "cancelled") return OUTCOMES.cancelled;
  return error ? errorText(error) : OUTCOMES.failed;
}

export function isRunning({ state }: ExportProgress): boolean {
  return state === "waiting" || state === "verifying" || state === "writing";
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return seconds < 90
    ? PROGRESS.secondsLeft({ seconds })
    : PROGRESS.minutesLeft({ minutes: Math.ceil(seconds / 60) });
}

const SCOPES = texts("exports.scopes", {
  selected: "Selected {rows, plural, one {# row} other {# rows}}",
  selectedUncounted: "Selected … rows",
  filtered: "All {rows, number} filtered rows",
  filteredUncounted: "All … filtered rows",
  everything: "Everything {rows, number}",
  everythingUncounted: "Everything …",
});
/** The label of a scope with its number of rows. @param rows undefined while they are being counted. */
export function scopeLabel(scope: "selected" | "filtered" | "everything", rows: number | undefined): string {
  switch (scope) {
    case "selected":
      return rows === undefined ? SCOPES.selectedUncounted : SCOPES.selected({ rows });
    case "filtered":
      return rows === undefined ? SCOPES.filteredUncounted : SCOPES.filtered({ rows });
    case "everything":
      return rows === undefined ? SCOPES.everythingUncounted : SCOPES.everything({ rows });
    default:
      return assertNever(scope, "unknown scope");
  }
}

/** The label of the verification before an export. If there are few rows, they are verified one by one. */
export function verifyFirstLabel(rows: number | undefined): string {
  if (rows === undefined || rows > MAX_VERIFIED) return EXPORT_DIALOG.refreshFirst;
  return rows === 1 ? EXPORT_DIALOG.verifyOne : EXPORT_DIALOG.verifyEach({ rows });
}

/** The label of the button that starts an export. @param size "12 rows"; null until the rows are counted. */
export const exportLabel = (size: string | null): string =>
  size === null ? EXPORT_DIALOG.title : EXPORT_DIALOG.submit({ size });

export const EXPORT_DIALOG = texts("exports.dialog", {
  title: "Export",
  rows: "Rows",
  changes: "Changes",
  columns: "Columns",
  allFields: "All fields",
  withNames: "All fields, with names next to ids",
  print: "Print or PDF…",
  repeat: "Repeat…",
  submit: "Export {size}",
  rowCount: "{rows, plural, one {# row} other {# rows}}",
  onlyRecord: "Only {name}",
  shownColumns: "As shown, in that order ({count, plural, one {# column} other {# columns}})",
  refreshFirst: "Refresh first",
  verifyOne: "Verify the row with the service first",
  verifyEach: "Verify each of the {rows, number} rows with the service first",
  notRepeatable: "A selection cannot be scheduled. Choose the filtered rows or everything.",
  oldestFirst: "The oldest first.",
  oldestFirstLines: "The oldest first. One line for each field of a change.",
});

export const OUTCOME = texts("exports.outcome", {
  written: "Written so far",
  cancel: "Cancel the export",
  background: "Continue in the background",
  another: "Another export",
  path: "the path",
  copyPath: "Copy path",
  showFolder: "Show in folder",
  otherName: "Save as another name…",
});

export const PAST_EXPORTS = texts("exports.past", {
  title: "Last exports",
  again: "Run again",
  done: "{source}: {of, select, changes {{rows, plural, one {# change} other {# changes}}} other {{rows, plural, one {# row} other {# rows}}}} as {format},",
  unfinished:
    "{source}: {state, select, waiting {waiting} verifying {verifying} writing {writing} cancelled {cancelled} other {failed}} as {format},",
  view: "{rows}, {view}",
  changes: "Activity",
});

/** A past export: "Items, Checked out: 2,455 rows as CSV", or its outcome. */
export function pastExport({ request, state, rows }: ExportProgress): string {
  const source = sourceLabel(request);
  const format = FORMAT_NAMES[request.format];
  return state === "done"
    ? PAST_EXPORTS.done({ source, of: kindOf(request), rows, format })
    : PAST_EXPORTS.unfinished({ source, state, format });
}

function sourceLabel(request: ExportRequest): string {
  if ("changes" in request) return PAST_EXPORTS.changes;
  const title = RESOURCE_LABELS[request.resource];
  return request.view ? PAST_EXPORTS.view({ rows: title, view: request.view.name }) : title;
}

/** A number of rows in words; null while the rows are being counted. */
export const rowCount = (rows: number | undefined): string | null =>
  rows === undefined ? null : EXPORT_DIALOG.rowCount({ rows });

const CHANGES = texts("exports.changes", {
  all: "{changes, plural, one {# change} other {# changes}}",
  uncounted: "… changes",
  filtered: "All {changes, plural, one {# filtered change} other {# filtered changes}}",
  filteredUncounted: "All … changes",
  everything: "Everything {changes, plural, one {# change} other {# changes}}",
  everythingUncounted: "Everything … changes",
});
/** The label of the choice "all changes", with their number. @param changes undefined while they are being counted. */
export const changeCount = (changes: number | undefined): string =>
  changes === undefined ? CHANGES.uncounted : CHANGES.all({ changes });
export const filteredChanges = (changes: number | undefined): string =>
  changes === undefined ? CHANGES.filteredUncounted : CHANGES.filtered({ changes });
export const everyChange = (changes: number | undefined): string =>
  changes === undefined ? CHANGES.everythingUncounted : CHANGES.everything({ changes });
export const changeOrder = (isTable: boolean): string =>
  isTable ? EXPORT_DIALOG.oldestFirstLines : EXPORT_DIALOG.oldestFirst;
