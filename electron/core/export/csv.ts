import { neutraliseFormula } from "../../../shared/formula.ts";

/** Marks the file as UTF-8, without which Excel reads another encoding. */
export const CSV_BEGIN = "\uFEFF";
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of CSV with its line end (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe in front; numbers are left alone, null is empty.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = neutraliseFormula(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
