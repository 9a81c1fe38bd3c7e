import { assertNever } from "../../../../shared/base/errors.ts";
import { ExportReader, exportSources } from "../../../store/query/export-reader.ts";
import {
  csvLineSql,
  isQuoted,
  isText,
  jsonObjectSql,
  jsonRecordSql,
  quotedCellsSql,
  type ColumnSource,
} from "../../../store/query/line-sql.ts";
import { csvLine } from "../../../../shared/features/exports/export-formats.ts";
import type { ExportPlan } from "./export-plan.ts";
import { isPlainCsv } from "./plain-csv.ts";

/** Lines that are made at once. */
export const LINES = 2_000;

/**
 * Makes the lines of a text format, 2,000 at a time. SQL joins the cells of a line, at half the cost
 * of reading them into JavaScript one by one. Lines that JavaScript would print differently are made there.
 */
export class LineMaker {
  readonly reader: ExportReader;
  readonly #plan: ExportPlan;
  readonly #columns: readonly ColumnSource[];
  readonly #sql: string;

  /** @throws AppFailure of kind `store`; QueryError for an unknown field or column. */
  constructor(file: string, plan: ExportPlan) {
    this.#plan = plan;
    this.#columns = exportSources(plan.resource, plan.columns);
    this.#sql = lineSql(plan, this.#columns);
    this.reader = new ExportReader(file, plan);
  }

  /** The lines of one part, counted from 0, in UTF-8. */
  make(part: number): Uint8Array {
    const from = part * LINES;
    const { dialect, format } = this.#plan;
    if (format !== "csv") return this.reader.lines(this.#sql, from, LINES).bytes;
    const toQuote = quotedCellsSql(this.#columns, dialect);
    const { bytes, rows, counted } = this.reader.lines(this.#sql, from, LINES, toQuote);
    const columns = this.#columns.map((column) => ({ isText: isText(column), quoted: isQuoted(column) }));
    if (isPlainCsv(bytes, { rows, quotedCells: counted, columns, delimiter: dialect.delimiter }))
      return bytes;
    const lines = [...this.reader.cells(this.#columns, from, LINES)].map((cells) => csvLine(cells, dialect));
    return Buffer.from(lines.join(""));
  }

  close(): void {
    this.reader.close();
  }
}

function lineSql(plan: ExportPlan, columns: readonly ColumnSource[]): string {
  const object = (): string => (plan.wholeRecord ? jsonRecordSql(plan.resource) : jsonObjectSql(columns));
  switch (plan.format) {
    case "csv":
      return csvLineSql(columns, plan.dialect);
    case "json":
      // In a JSON array the comma comes first, because the next row is not known yet.
      return `concat(',', char(10), ${object()})`;
    case "ndjson":
      return `concat(${object()}, char(10))`;
    case "xlsx":
      throw new Error("A workbook has no lines; its cells are written by workbook.ts.");
    default:
      return assertNever(plan.format, "no lines are made of this format");
  }
}
