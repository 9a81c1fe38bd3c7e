import { assertNever } from "../../../shared/text/assert-never.ts";
import { ExportReader, exportSources } from "../../store/query/export-reader.ts";
import { CSV_BEGIN, csvLine } from "./csv.ts";
import { describeExport, factLines, type ExportContext, type ExportDescription } from "./describe-export.ts";
import type { ExportBody, ExportWatch } from "./export-body.ts";
import type { ExportPlan } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";
import { orderedLines } from "./ordered-lines.ts";
import { workbookChunks } from "./workbook.ts";

/** The rows of a query as a plan wants them written. @throws AppFailure of kind `store`; QueryError. */
export function rowsBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  return plan.format === "xlsx"
    ? new RowsWorkbook(inventory, plan, context)
    : new RowsText(inventory, plan, context);
}

/** CSV, JSON and NDJSON: lines, with what stands before and after them. */
class RowsText implements ExportBody {
  readonly description: ExportDescription;
  readonly total: number;
  readonly #inventory: string;
  readonly #plan: ExportPlan;
  readonly #maker: LineMaker;

  constructor(inventory: string, plan: ExportPlan, context: ExportContext) {
    this.#inventory = inventory;
    this.#plan = plan;
    this.#maker = new LineMaker(inventory, plan);
    this.description = describeExport(plan, context, this.#maker.reader);
    ({ total: this.total } = this.#maker.madeFrom());
  }

  async *chunks({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const [before, after] = this.#around();
    yield Buffer.from(before);
    let done = 0;
    for await (const { bytes, rows } of orderedLines(this.#inventory, this.#plan, this.#maker, signal)) {
      // In JSON every row has its comma before it, and the first has none.
      yield done === 0 && this.#plan.format === "json" ? bytes.subarray(1) : bytes;
      done += rows;
      onRows?.(done, this.total);
    }
    yield Buffer.from(after);
  }

  close(): void {
    this.#maker.close();
  }

  #around(): readonly [before: string, after: string] {
    const { format, columns, dialect } = this.#plan;
    switch (format) {
      case "csv":
        return [CSV_BEGIN + csvLine(columns, dialect), ""];
      case "json":
        return [`{"header":${JSON.stringify(this.description)},\n"rows":[`, "\n]}\n"];
      case "ndjson":
        return ["", ""];
      case "xlsx":
        throw new Error("A workbook is written by RowsWorkbook.");
      default:
        return assertNever(format, "no text is written in this format");
    }
  }
}

/** XLSX: rows cell by cell, since each is typed. */
class RowsWorkbook implements ExportBody {
  readonly description: ExportDescription;
  readonly total: number;
  readonly #plan: ExportPlan;
  readonly #reader: ExportReader;

  constructor(inventory: string, plan: ExportPlan, context: ExportContext) {
    this.#plan = plan;
    this.#reader = new ExportReader(inventory, plan);
    this.description = describeExport(plan, context, this.#reader);
    ({ total: this.total } = this.#reader);
  }

  chunks({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const { resource, columns: names } = this.#plan;
    const columns = exportSources(resource, names);
    const rows = this.#reader.cells(columns);
    const facts = factLines(this.description);
    const content = { name: resource, columns, total: this.total, rows, facts };
    return workbookChunks(content, signal, (done) => onRows?.(done, this.total));
  }

  close(): void {
    this.#reader.close();
  }
}
