import type { Row } from "../../../shared/contract/query-calls.ts";
import { neutraliseFormula } from "../../../shared/text/formula.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { numberText } from "../units/in-units.ts";
import { referenceName } from "../labels/labels.ts";

/** A row as a line for a spreadsheet: the shown columns, values as an export has them, names where the table shows names. */
export function tabSeparated(columns: readonly ColumnSpec[], row: Row): string {
  return columns.map((column) => cellText(column, row)).join("\t");
}

/** The line of the columns' labels. */
export function tabSeparatedHeader(columns: readonly ColumnSpec[]): string {
  return columns.map(({ label }) => label).join("\t");
}

/** The text of one cell of such a line. */
export function cellText(column: ColumnSpec, row: Row): string {
  const { field, bareId } = column;
  const own = row[field.name] ?? "";
  const value = field.references && !bareId ? (referenceName(row, field) ?? own) : own;
  // A number in another unit than the column's has it beside, so that it is not added to the others.
  if (typeof value === "number") return numberText(column, value, row, String);
  // A tab or a line end would be another cell.
  return neutraliseFormula(value.replace(/[\t\r\n]+/g, " "));
}
