import type { NameEntry } from "../../../shared/features/names/names.ts";
import { formatCount, plural } from "../../base/format.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";

/** The labels of an entry's parts. */
export const PART_LABELS: Readonly<Record<"id" | "name" | "team" | "note", string>> = {
  id: "Id",
  name: "Name",
  team: "Team",
  note: "Note",
};

export const EDIT_NAME = {
  title: "Name a holder",
  intro: "Only Stockdeck shows this name. It is kept on this machine, and nothing changes at the service.",
  save: "Save",
  remove: "Remove name",
};
export const nameSaved = (id: string, name: string): string =>
  name === "" ? `${id} has no name any more.` : `${id} is now shown as “${name}”.`;
export const namesImported = (count: number): string => `${plural(count, "name")} imported.`;

export const IMPORT = {
  title: "Import names",
  intro:
    "Choose a CSV or XLSX file with an id and a name a row. Nothing is saved before you have seen what would change.",
  notMapped: "Choose the column with the ids.",
  emptyCells: "Empty cells change nothing.",
};
export const importLabel = (count: number): string =>
  count === 0 ? "Import" : `Import ${plural(count, "name")}`;

/** The heading of the rows that change a stored entry. */
export const REPLACED = "Changed";
/** The changes of an entry by an import: "Anna → Anna B.; – → Print". */
export function entryChange(before: NameEntry, after: NameEntry): string {
  const parts = [
    [before.name, after.name],
    [before.team, after.team],
    [before.note, after.note],
  ] as const;
  const changed = parts.filter(([old, now]) => old !== now);
  return changed.map(([old, now]) => `${old || "–"} → ${now}`).join("; ");
}

/** The headings of the lists of rows with problems. */
export const PROBLEMS = {
  unreadable: FILE_IMPORT.unreadable,
  empty: "No id, or no other value: skipped",
  duplicate: "Same id as an earlier row: skipped",
  tooLong: "Text that is too long: skipped",
  unknown: "Id that no item has now",
};
export const ALSO_UNKNOWN = "Import these too";

export const NAMES_SCREEN = {
  title: "Names",
  intro:
    "What you call the ids that the API gives no name for. Stockdeck shows the name wherever the id would stand: in tables, search, filters, exports and print.",
  search: "Search names",
  import: "Import…",
  export: "Export…",
  unnamedOnly: "Without a name",
  list: "Holders",
  items: "Items out",
  empty: {
    title: "No holders yet",
    text: "Holders appear here when items are checked out. You can also import names.",
  },
  noMatch: { title: "No holder matches", text: "Change the search, or show all." },
};
export const holderCount = (count: number, named: number): string =>
  `${plural(count, "holder")}, ${formatCount(named)} named`;
export const showItemsOf = (label: string, count: number): string =>
  `Show ${plural(count, "item")} of ${label}`;
export const editNameOf = (label: string): string => `Edit ${label}`;
export const cutAt = (shown: number, all: number): string =>
  `The first ${formatCount(shown)} of ${formatCount(all)} are listed. Search to find the others.`;
export const exportedTo = (file: string): string => `The names were saved to ${file}.`;
