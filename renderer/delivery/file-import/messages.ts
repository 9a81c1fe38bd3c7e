import { texts } from "../../../shared/base/text/texts.ts";

export const FILE_IMPORT = texts("delivery.fileImport", {
  choose: "Choose a file…",
  columns: "Columns of the file",
  column: "Column {column}",
  none: "Not in this file",
  nothing: "This file changes nothing.",
  unreadable: "Formula without a stored result, or an error such as #N/A: skipped",
  tooLarge: "This file is too large: 4 MB is the most.",
  file: "{file}: {rows, plural, one {# row} other {# rows}}",
  preview: "{added, number} new, {changed, number} changed, {same, number} unchanged.",
  row: "Row {row, number}",
  moreRows: "and {rows, number} more",
});

/** The preview of an import: "12 new, 3 changed, 5 unchanged.", or the sentence that nothing changes. */
export const importPreview = (added: number, changed: number, same: number): string =>
  added + changed === 0 ? FILE_IMPORT.nothing : FILE_IMPORT.preview({ added, changed, same });
