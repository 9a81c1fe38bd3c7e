import type { CsvDialect, ExportFormat } from "../../../shared/delivery/export-formats.ts";
import type { ExportedChanges } from "../../../shared/delivery/exports.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";

/** The rows and the form of an export, as plain data for another thread. */
export interface ExportPlan {
  readonly resource: Resource;
  readonly query: Query;
  readonly format: ExportFormat;
  /** The names of fields and of joined names, in the order of the columns. */
  readonly columns: readonly string[];
  /** True if no columns were chosen. JSON and NDJSON then contain each record as the service sent it. */
  readonly wholeRecord: boolean;
  readonly dialect: CsvDialect;
  /** The current time in ms since the epoch, for durations in the query. */
  readonly now: number;
}

/** The changes and the form of their export, as plain data for another thread. */
export interface ChangesPlan {
  readonly changes: ExportedChanges;
  readonly format: ExportFormat;
  readonly dialect: CsvDialect;
  /** The time of the export in ms since the epoch. */
  readonly now: number;
}

/** The origin of an export, as the file states it. */
export interface ExportContext {
  readonly appVersion: string;
  /** The name of the connection, never its address or key; null if there is no connection. */
  readonly connection: string | null;
  readonly view: { readonly name: string; readonly definition: ViewDefinition } | null;
}

/** One export, from reading the copy to writing the file. */
export interface ExportJob {
  readonly inventory: string;
  readonly out: string;
  readonly plan: ExportPlan | ChangesPlan;
  readonly context: ExportContext;
  /** Whether a manifest is written next to the file. */
  readonly manifest: boolean;
}
