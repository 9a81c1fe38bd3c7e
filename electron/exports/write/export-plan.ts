import type { CsvDialect, ExportFormat } from "../../../shared/exports/export-formats.ts";
import type { ChangeFilter } from "../../../shared/domain/changes.ts";
import type { DifferenceFilter } from "../../../shared/exports/differences.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";

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

/** A list of changes: those that were observed, or what a comparison found, by its temporary database. */
export type ListOfChanges =
  | { readonly of: "observed"; readonly filter: ChangeFilter }
  | { readonly of: "comparison"; readonly file: string; readonly filter: DifferenceFilter };

/** Which list of changes is exported, and how; plain data as well. */
export interface ChangesPlan {
  readonly changes: ListOfChanges;
  readonly format: ExportFormat;
  readonly dialect: CsvDialect;
  /** Ms since the epoch, which is when it is exported. */
  readonly now: number;
}
