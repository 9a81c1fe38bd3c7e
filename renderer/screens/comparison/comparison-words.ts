import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Difference } from "../../../shared/exports/differences.ts";
import type { DifferenceKind } from "../../../shared/exports/difference-kinds.ts";
import { findField } from "../../../shared/domain/fields.ts";
import { joinedName } from "../../../shared/views/shown-columns.ts";
import { formatDateTime } from "../../base/format-date.ts";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { describeFields, ONLY_TOUCHED, summarise, type NameOf } from "../../inventory/changes/messages.ts";

type Outcome = NonNullable<Comparison["outcome"]>;
type Origin = NonNullable<Comparison["origin"]>;

/** What each kind of difference is called. */
export const KIND_WORDS: Readonly<Record<DifferenceKind, string>> = {
  added: "Added",
  gone: "Gone",
  changed: "Changed",
};

/** "12 added, 3 gone, 40 changed since Nov 20, 6:00 PM; 4,945 the same". */
export function summaryWords(
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
  past_export: "as remembered of that export",
};

/** Which rows a file was compared with, and how that is known. */
export function comparedWithWords({ words }: Outcome, { from, view }: Origin): string {
  const rows = [...(view === null ? [] : [`view ${view}`]), ...words].join("; ");
  return `Compared with the present rows of: ${rows} (${from === null ? "as you chose" : SOURCES[from]}).`;
}

/** What was left out, in sentences. */
export function noteWords({ notes }: Outcome, { ignored }: Origin): readonly string[] {
  if (ignored.length === 0) return notes;
  const names = ignored.slice(0, 10).join(", ");
  const more = ignored.length > 10 ? ` and ${formatCount(ignored.length - 10)} more` : "";
  return [...notes, `Columns that were not compared: ${names}${more}.`];
}

/** How far a comparison is. */
export function progressWords({ state, rows, total }: Comparison): string {
  if (state === "reading")
    return rows === 0 ? "Reading the file…" : `Reading the file: ${plural(rows, "row")}`;
  if (total === null || rows === 0) return "Putting the rows in order…";
  return `Comparing: ${formatCount(rows)} of ${plural(total, "row")}`;
}

/** One difference in words: old → new, or what the row has or had. */
export function differenceWords(difference: Difference, nameOf: NameOf, now: number): string {
  const { kind, resource } = difference;
  const without = kind === "changed" ? [] : ["id", "name", "createdAt"];
  // The name beside a reference says what the reference itself says.
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
  ).map((field) => ({ ...field, label: columnWord(difference, field.label) }));
  if (kind === "changed") return summarise(words) || ONLY_TOUCHED;
  // Of a row that is gone the file's values are told, which are all that there is.
  return kind === "added"
    ? summarise(words, true)
    : summarise(
        words.map((one) => ({ ...one, now: one.old })),
        true,
      );
}

/** A column's label; a joined name has that of its reference. */
function columnWord({ resource }: Difference, label: string): string {
  return findField(resource, label.replace(/Name$/, "Id"))?.label ?? label;
}
