import type { CsvDialect, ExportFormat } from "../../../shared/export-formats.ts";
import type { ExportedChanges } from "../../../shared/exports.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";

/** Which rows are exported, and how; plain data, so that it can go to another thread. */
export interface ExportPlan {
  readonly resource: Resource;
  readonly query: Query;
  readonly format: ExportFormat;
  /** Names of fields and joined names, in the order of the columns. */
  readonly columns: readonly string[];
  /** True where no columns were chosen: JSON and NDJSON then give each record as the service sent it. */
  readonly wholeRecord: boolean;
  readonly dialect: CsvDialect;
  /** Ms since the epoch, for durations in the query. */
  readonly now: number;
}

/** Which list of changes is exported, and how; plain data as well. */
export interface ChangesPlan {
  readonly changes: ExportedChanges;
  readonly format: ExportFormat;
  readonly dialect: CsvDialect;
  /** Ms since the epoch, which is when it is exported. */
  readonly now: number;
}
