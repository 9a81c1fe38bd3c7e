import { neutraliseCsvFormula } from "../base/text/formula.ts";
import { findField } from "../inventory/fields.ts";
import type { Resource } from "../inventory/resource-names.ts";
import { unitsOf, type Units } from "../inventory/units.ts";

/** The file formats of an export. */
export const EXPORT_FORMATS = ["csv", "xlsx", "json", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Whether a file of this format has one line for each changed field. Other formats have one line for each change. */
export const hasLinePerField = (format: ExportFormat): boolean =>
  format === "csv" || format === "xlsx" || format === "parquet";

/** The delimiters and decimal signs that a CSV can have. */
export const CSV_DELIMITERS = [",", ";", "\t", "|"] as const;
export const DECIMAL_SIGNS = [".", ","] as const;

/** The dialect of a CSV. Spreadsheets of languages with a decimal comma expect semicolons as delimiters. */
export interface CsvDialect {
  readonly delimiter: (typeof CSV_DELIMITERS)[number];
  readonly decimal: (typeof DECIMAL_SIGNS)[number];
}

/** The byte order mark. Without it, Excel does not read the file as UTF-8. */
export const CSV_BEGIN = "\uFEFF";

export const PLAIN_CSV: CsvDialect = { delimiter: ",", decimal: "." };

/** Characters for which a cell needs quotes. The delimiter needs quotes too. */
const NEEDS_QUOTES = /["\r\n]/;

/**
 * Writes one line of CSV with its line end (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe in front (OWASP). Numbers are written as JavaScript writes them; null becomes an empty cell.
 */
export function csvLine(
  cells: readonly (string | number | null)[],
  { delimiter, decimal }: CsvDialect = PLAIN_CSV,
): string {
  const line = cells.map((cell) => {
    if (cell === null) return "";
    if (typeof cell === "number") return String(cell).replace(".", decimal);
    const text = neutraliseCsvFormula(cell);
    return text.includes(delimiter) || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  const text = line.join(delimiter);
  // Most CSV readers would skip an empty line.
  return `${text === "" ? '""' : text}\r\n`;
}

/**
 * A heading with the unit of the numbers below it: "remainingLength (m)". Without a unit, the heading stays unchanged.
 */
export function headingInUnits(
  heading: string,
  resource: Resource,
  column: string,
  units: Units | null,
): string {
  const quantity = findField(resource, column)?.measures?.quantity;
  if (quantity === undefined || units === null) return heading;
  const [usual, ...others] = unitsOf(units, quantity).map((unit) => unit ?? "no unit");
  if (others.length === 0) return usual === "no unit" ? heading : `${heading} (${usual})`;
  return `${heading} (${usual}; ${others.join(", ")} for some material types)`;
}
