import type { NameEntry } from "../../../shared/features/names/names.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";

/** The labels for the parts of an entry. */
export const PART_LABELS: Readonly<Record<"id" | "name" | "team" | "note", string>> = texts("names.parts", {
  id: "Id",
  name: "Name",
  team: "Team",
  note: "Note",
});

export const EDIT_NAME = texts("names.edit", {
  title: "Name a holder",
  intro: "Only Stockdeck shows this name. It is kept on this machine, and nothing changes at the service.",
  save: "Save",
  remove: "Remove name",
  removed: "{id} has no name any more.",
  saved: "{id} is now shown as “{name}”.",
});
export const nameSaved = (id: string, name: string): string =>
  name === "" ? EDIT_NAME.removed({ id }) : EDIT_NAME.saved({ id, name });

export const IMPORT = texts("names.import", {
  title: "Import names",
  intro:
    "Choose a CSV or XLSX file with an id and a name a row. Nothing is saved before you have seen what would change.",
  notMapped: "Choose the column with the ids.",
  emptyCells: "Empty cells change nothing.",
  submit: "Import",
  submitNames: "Import {names, plural, one {# name} other {# names}}",
  imported: "{names, plural, one {# name} other {# names}} imported.",
  /** The heading above the rows that change a stored entry. */
  replaced: "Changed",
  change: "{old} → {now}",
  changes: "{before}; {after}",
  alsoUnknown: "Import these too",
});
export const importLabel = (names: number): string =>
  names === 0 ? IMPORT.submit : IMPORT.submitNames({ names });

/** The changes of an entry by an import: "Anna → Anna B.; – → Print". */
export function entryChange(before: NameEntry, after: NameEntry): string {
  const parts = [
    [before.name, after.name],
    [before.team, after.team],
    [before.note, after.note],
  ] as const;
  const [first = "", ...others] = parts.flatMap(([old, now]) =>
    old === now ? [] : [IMPORT.change({ old: old || "–", now })],
  );
  return others.reduce((former, next) => IMPORT.changes({ before: former, after: next }), first);
}

/** The headings of the lists of rows with problems. */
export const PROBLEMS = {
  unreadable: FILE_IMPORT.unreadable,
  ...texts("names.import.problems", {
    empty: "No id, or no other value: skipped",
    duplicate: "Same id as an earlier row: skipped",
    tooLong: "Text that is too long: skipped",
    unknown: "Id that no item has now",
  }),
};

export const NAMES_SCREEN = texts("names", {
  title: "Names",
  intro:
    "What you call the ids that the API gives no name for. Stockdeck shows the name wherever the id would stand: in tables, search, filters, exports and print.",
  search: "Search names",
  import: "Import…",
  export: "Export…",
  exported: "The names were saved to {file}.",
  unnamedOnly: "Without a name",
});
export const HOLDERS = texts("names.holders", {
  list: "Holders",
  count: "{holders, plural, one {# holder} other {# holders}}, {named, number} named",
  items: "Items out",
  showItems: "Show {items, plural, one {# item} other {# items}} of {holder}",
  edit: "Edit {holder}",
  cut: "The first {shown, number} of {all, number} are listed. Search to find the others.",
});
export const NO_HOLDERS = texts("names.holders.none", {
  title: "No holders yet",
  text: "Holders appear here when items are checked out. You can also import names.",
});
export const NO_MATCH = texts("names.holders.noMatch", {
  title: "No holder matches",
  text: "Change the search, or show all.",
});
