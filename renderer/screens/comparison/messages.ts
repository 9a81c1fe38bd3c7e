import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Difference } from "../../../shared/exports/differences.ts";
import type { DifferenceKind } from "../../../shared/exports/difference-kinds.ts";
import { findField } from "../../../shared/domain/fields.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/labels.ts";
import { joinedName } from "../../../shared/views/shown-columns.ts";
import { formatCount, formatDateTime, plural } from "../../base/format.ts";
import { describeFields, ONLY_TOUCHED, summarise, type NameOf } from "../../inventory/changes/messages.ts";

type Outcome = NonNullable<Comparison["outcome"]>;
type Origin = NonNullable<Comparison["origin"]>;

export const TITLE = "Comparison";

export const INTRO = {
  title: "Compare with an earlier export",
  text: "Choose a CSV, XLSX, JSON or NDJSON that Stockdeck wrote. You will see which rows were added, are gone or have changed since, old → new. The file itself is not changed.",
};
export const CHOOSE_FILE = "Choose a file…";
export const CHOOSE_ANOTHER_FILE = "Choose another file…";
export const ANOTHER_FILE = "Another file…";
export const PROGRESS_BAR = "Compared so far";
export const cannotCompare = (file: string): string => `${file} cannot be compared`;

/** The questions about a file that does not say enough about itself. */
export const QUESTION = {
  whichRows: "Which rows does this file have?",
  otherConnection: "This file is of another connection",
  table: "Table",
  compareWith: "Compare with",
  compare: "Compare",
  compareAnyway: "Compare anyway",
};

export const otherConnectionWarning = (file: string, connection: string): string =>
  `${file} was exported from “${connection}”. Compared with this connection, most rows may look added or gone.`;
export const unknownRows = (file: string): string =>
  `${file} does not say which rows it has. Choose what to compare it with.`;
export const everythingLabel = (resource: Resource): string =>
  `Everything: all ${RESOURCE_LABELS[resource].many}`;
export const shownLabel = (resource: Resource): string =>
  `What the table of ${RESOURCE_LABELS[resource].many} shows now`;

export const KIND_FILTER = "Kind of difference";
export const SEARCH = "Search differences by name or id";
export const COLUMN_FILTER = "Changed column";
export const EVERY_COLUMN_LABEL = "Every column";
export const LIST = "Differences";

export const KIND_LABELS: Readonly<Record<DifferenceKind, string>> = {
  added: "Added",
  gone: "Gone",
  changed: "Changed",
};

/** "All 55". */
export function allLabel({ added, gone, changed }: Outcome): string {
  return `All ${formatCount(added + gone + changed)}`;
}

/** "Changed 40". */
export function kindLabel(kind: DifferenceKind, outcome: Outcome): string {
  return `${KIND_LABELS[kind]} ${formatCount(outcome[kind])}`;
}

/** A changed column and its number of rows; a joined name is told from its reference, which has the same label. */
export function changedColumnLabel({ name, label, rows }: Outcome["columns"][number]): string {
  const isJoinedName = name !== "name" && name.endsWith("Name");
  return `${isJoinedName ? `${label}, by name` : label} (${formatCount(rows)})`;
}

/** "12 differences found", or "55 differences" without a filter. */
export function differenceCount(total: number, filtered: boolean): string {
  return filtered ? `${plural(total, "difference")} found` : plural(total, "difference");
}

export const NOTHING_DIFFERS = {
  title: "Nothing differs",
  text: "Every row of the file is unchanged, and no row was added.",
};
export const NO_MATCH = "No difference matches";

export const cannotOpen = (text: string): string =>
  `${text}\nThe file has no id for this row, so it cannot be opened.`;

/** "12 added, 3 gone, 40 changed since Nov 20, 6:00 PM; 4,945 the same". */
export function summarySentence(
  { added, gone, changed, same }: Outcome,
  { writtenAt }: Origin,
  now: number,
): string {
  const since = `since ${formatDateTime(writtenAt, now)}`;
  if (added + gone + changed === 0) return `No difference ${since}; ${plural(same, "row")} the same`;
  const counts = `${formatCount(added)} added, ${formatCount(gone)} gone, ${formatCount(changed)} changed`;
  return `${counts} ${since}; ${formatCount(same)} the same`;
}

const SOURCES: Readonly<Record<NonNullable<Origin["from"]>, string>> = {
  file: "as the file itself says",
  manifest: "as the manifest beside the file says",
  past_export: "as recorded with that export",
};

/** Which rows a file was compared with, and how that is known. */
export function comparedWithSentence({ words }: Outcome, { from, view }: Origin): string {
  const rows = [...(view === null ? [] : [`view ${view}`]), ...words].join("; ");
  return `Compared with the present rows of: ${rows} (${from === null ? "as you chose" : SOURCES[from]}).`;
}

/** What was not compared. */
export function noteSentences({ notes }: Outcome, { ignored }: Origin): readonly string[] {
  if (ignored.length === 0) return notes;
  const names = ignored.slice(0, 10).join(", ");
  const more = ignored.length > 10 ? ` and ${formatCount(ignored.length - 10)} more` : "";
  return [...notes, `Columns that were not compared: ${names}${more}.`];
}

/** How far a comparison has come. */
export function progressSentence({ state, rows, total }: Comparison): string {
  if (state === "reading")
    return rows === 0 ? "Reading the file…" : `Reading the file: ${plural(rows, "row")}`;
  if (total === null || rows === 0) return "Putting the rows in order…";
  return `Comparing: ${formatCount(rows)} of ${plural(total, "row")}`;
}

/** One difference: old → new, or the values that the row has or had. */
export function differenceText(difference: Difference, nameOf: NameOf, now: number): string {
  const { kind, resource } = difference;
  const without = kind === "changed" ? [] : ["id", "name", "createdAt"];
  // A joined name repeats its reference.
  const fields = Object.fromEntries(
    Object.entries(difference.fields).filter(
      ([name]) =>
        !Object.keys(difference.fields).some((other) => other !== name && joinedName(other) === name),
    ),
  );
  const words = describeFields(
    { resource, fields, observedBefore: new Date(now).toISOString() },
    nameOf,
    without,
  ).map((field) => ({ ...field, label: columnLabel(difference, field.label) }));
  if (kind === "changed") return summarise(words) || ONLY_TOUCHED;
  // A row that is gone has only the values of the file.
  return kind === "added"
    ? summarise(words, true)
    : summarise(
        words.map((one) => ({ ...one, now: one.old })),
        true,
      );
}

/** A column's label; a joined name has the label of its reference. */
function columnLabel({ resource }: Difference, label: string): string {
  return findField(resource, label.replace(/Name$/, "Id"))?.label ?? label;
}
