import { fold } from "../../../shared/base/text/fold.ts";

/** The index of the file's column for each part; null if no column contains the part. */
export type ColumnMapping<Part extends string> = Readonly<Record<Part, number | null>>;

/** Splits a list of headings that is written with "|" between them. */
export const headings = (text: string): readonly string[] => text.split("|").map((heading) => heading.trim());

/**
 * Finds the first column that has one of some headings; null if no column has. @param headings folded, the preferred
 * heading first.
 */
export function findColumn(columns: readonly string[], headings: readonly string[]): number | null {
  const folded = columns.map((column) => fold(column.trim()));
  return headings.map((heading) => folded.indexOf(heading)).find((at) => at >= 0) ?? null;
}

/** A row of a table. A cell that has no value to read is null. */
type Cells = readonly (string | null)[];

/** Whether a mapped column of a row has no readable value, such as #N/A. */
export function isUnreadable(cells: Cells, mapping: Readonly<Record<string, number | null>>): boolean {
  return Object.values(mapping).some((at) => at !== null && cells[at] === null);
}

/** The trimmed text of a part of a row; "" if the file does not have the part. */
export function cellOf<Part extends string>(cells: Cells, mapping: ColumnMapping<Part>, part: Part): string {
  const at = mapping[part];
  return at === null ? "" : (cells[at] ?? "").trim();
}
