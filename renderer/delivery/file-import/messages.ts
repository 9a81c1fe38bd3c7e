import { formatCount, plural } from "../../base/format.ts";

export const FILE_IMPORT = {
  choose: "Choose a file…",
  columns: "Columns of the file",
  none: "Not in this file",
  nothing: "This file changes nothing.",
  unreadable: "Formula without a stored result, or an error such as #N/A: skipped",
  tooLarge: "This file is too large: 4 MB is the most.",
};
export const fileRows = (file: string, rows: number): string => `${file}: ${plural(rows, "row")}`;
export const columnLabel = (at: number): string => `Column ${at + 1}`;

/** An import's preview: "12 new, 3 changed, 5 unchanged.", or that it changes nothing. */
export function importPreview(added: number, changed: number, same: number): string {
  if (added + changed === 0) return FILE_IMPORT.nothing;
  const parts = [
    [added, "new"],
    [changed, "changed"],
    [same, "unchanged"],
  ] as const;
  return `${parts.map(([count, word]) => `${formatCount(count)} ${word}`).join(", ")}.`;
}

export const rowLabel = (row: number): string => `Row ${formatCount(row)}`;
export const moreRows = (count: number): string => `and ${formatCount(count)} more`;
