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
