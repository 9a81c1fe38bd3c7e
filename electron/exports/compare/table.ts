import type { ExportFormat } from "../../../shared/exports/export-formats.ts";
import type { FileCell } from "./sheet-rows.ts";

/** A table in a file, of whatever format. */
export interface TableFile {
  readonly format: ExportFormat;
  /** The file's own header, as untrusted JSON; null where it has none. */
  readonly header: string | null;
  /** The names of the columns; those of JSON grow while its rows are read. */
  readonly columns: readonly string[];
  /** The rows, cells in the order of the columns; what is missing at the end is null. */
  rows(): AsyncGenerator<readonly FileCell[]>;
}
