import { neutraliseCsvFormula } from "../../base/text/formula.ts";

/** The file formats of an export. */
export const EXPORT_FORMATS = ["csv", "xlsx", "json", "ndjson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The delimiters and decimal signs that a CSV can have. */
export const CSV_DELIMITERS = [",", ";", "\t", "|"] as const;
export const DECIMAL_SIGNS = [".", ","] as const;

/** The dialect of a CSV. A spreadsheet of a language with a decimal comma wants the comma, and semicolons. */
export interface CsvDialect {
  readonly delimiter: (typeof CSV_DELIMITERS)[number];
  readonly decimal: (typeof DECIMAL_SIGNS)[number];
}

/** Marks the file as UTF-8, without which Excel reads another encoding. */
export const CSV_BEGIN = "\uFEFF";

export const PLAIN_CSV: CsvDialect = { delimiter: ",", decimal: "." };

/** The characters, besides the delimiter, for which a cell needs quotes. */
const NEEDS_QUOTES = /["\r\n]/;

/**
 * One line of CSV with its line end (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front (OWASP); numbers are left alone, printed as JavaScript prints them; null is empty.
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
  // An empty line would be no row at all to most readers.
  return `${text === "" ? '""' : text}\r\n`;
}
