import { fold } from "../../../shared/base/text/fold.ts";

/** The index of the file's column for each part; null if no column has it. */
export type ColumnMapping<Part extends string> = Readonly<Record<Part, number | null>>;

/** The first column whose heading is one of some words, the earlier word first; null for none. @param headings folded. */
export function findColumn(columns: readonly string[], headings: readonly string[]): number | null {
  const folded = columns.map((column) => fold(column.trim()));
  return headings.map((heading) => folded.indexOf(heading)).find((at) => at >= 0) ?? null;
}

/** A row's text of a part, without blanks around it; "" if the file has no such part. */
export function cellOf<Part extends string>(
  cells: readonly string[],
  mapping: ColumnMapping<Part>,
  part: Part,
): string {
  const at = mapping[part];
  return at === null ? "" : (cells[at] ?? "").trim();
}
