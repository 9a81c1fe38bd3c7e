import type { Row } from "../../../shared/query/query-calls.ts";
import { neutraliseFormula } from "../../../shared/base/text/formula.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { numberText } from "../units/in-units.ts";
import { referenceName } from "../labels/messages.ts";

/** The texts of a row's cells for a spreadsheet: values as an export has them, names if the table shows names. */
export function rowTexts(columns: readonly ColumnSpec[], row: Row): readonly string[] {
  return columns.map((column) => cellText(column, row));
}

/** Cells as one line of tab-separated text, quoted as Excel does. */
export function tabSeparated(cells: readonly string[]): string {
  return cells.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t");
}

/** Whether a spreadsheet that pastes a cell as text would part or shorten it. */
export function needsQuotes(cell: string): boolean {
  return /["\t\r\n]/.test(cell);
}

/** The text of one cell. */
export function cellText(column: ColumnSpec, row: Row): string {
  const { field, bareId } = column;
  const own = row[field.name] ?? "";
  const value = field.references && !bareId ? (referenceName(row, field) ?? own) : own;
  // A number in another unit than the column's keeps its unit, so that it is not added to the others.
  if (typeof value === "number") return numberText(column, value, row, String);
  // A spreadsheet's line break within a cell is a line feed.
  return neutraliseFormula(value.replace(/\r\n?/g, "\n"));
}

/** A table of cells as HTML, from which spreadsheets and documents paste each cell whole. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: "td" | "th", cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const top = head.length === 0 ? "" : `<thead>${line("th", head)}</thead>`;
  return `<table>${top}<tbody>${rows.map((cells) => line("td", cells)).join("")}</tbody></table>`;
}

/** Excel would begin another row at a plain break. */
const BREAK = '<br style="mso-data-placement:same-cell">';

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\n", BREAK);
}
