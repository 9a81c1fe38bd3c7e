import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { ExportReader } from "../store/export-reader.ts";
import { CSV_BEGIN, csvLine } from "./csv.ts";

export const EXPORT_FORMATS = ["csv", "ndjson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is exported, and how. */
export interface ExportPlan {
  readonly resource: Resource;
  readonly query: Query;
  readonly format: ExportFormat;
  readonly columns: readonly string[];
  /** True where no columns were chosen: NDJSON then gives the record as the service sent it. */
  readonly wholeRecord: boolean;
  /** Ms since the epoch, for durations in the query. */
  readonly now: number;
}

/** The text of an export, line by line, over the rows of the compiled query in its order. */
export function* exportLines(reader: ExportReader, plan: ExportPlan): Generator<string> {
  const { resource, query, columns, now } = plan;
  if (plan.format === "csv") {
    yield CSV_BEGIN + csvLine(columns);
    for (const cells of reader.cells(resource, query, columns, now)) yield csvLine(cells);
    return;
  }
  if (plan.wholeRecord) {
    for (const record of reader.records(resource, query, now)) yield `${JSON.stringify(record)}\n`;
    return;
  }
  for (const cells of reader.cells(resource, query, columns, now)) {
    yield `${JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])))}\n`;
  }
}
