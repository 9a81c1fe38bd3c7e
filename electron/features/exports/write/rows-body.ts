import { assertNever } from "../../../../shared/base/text/assert-never.ts";
import { ExportReader, exportSources } from "../../../store/query/export-reader.ts";
import { CSV_BEGIN, csvLine } from "../../../../shared/features/exports/csv.ts";
import { headingInUnits } from "../../../../shared/features/exports/column-heading.ts";
import { describeExport, factLines, type ExportDescription } from "./describe-export.ts";
import type { ExportBody } from "./export-body.ts";
import type { ExportContext, ExportPlan } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";
import { orderedLines } from "./ordered-lines.ts";
import { workbookChunks } from "./workbook.ts";

/** The rows of a query as a plan wants them written. @throws AppFailure of kind `store`; QueryError. */
export function rowsBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  return plan.format === "xlsx" ? workbookBody(inventory, plan, context) : textBody(inventory, plan, context);
}

/** CSV, JSON and NDJSON: lines, with a beginning and an end around them. */
function textBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  const maker = new LineMaker(inventory, plan);
  const { total } = maker.reader;
  const description = describeExport(plan, context, maker.reader);
  const headings = headingsOf(plan, maker.reader);
  return {
    description,
    total,
    close: () => maker.close(),
    chunks: async function* ({ signal, onRows }) {
      const [before, after] = around(plan, description, headings);
      yield Buffer.from(before);
      let done = 0;
      for await (const { bytes, rows } of orderedLines(inventory, plan, maker, signal)) {
        // In JSON every row begins with its comma, except the first.
        yield done === 0 && plan.format === "json" ? bytes.subarray(1) : bytes;
        done += rows;
        onRows?.(done, total);
      }
      yield Buffer.from(after);
    },
  };
}

/** The columns' headings, with the units of their numbers. */
function headingsOf({ resource, columns }: ExportPlan, { facts }: ExportReader): readonly string[] {
  return columns.map((name) => headingInUnits(name, resource, name, facts.units));
}

function around(
  { format, dialect }: ExportPlan,
  description: ExportDescription,
  headings: readonly string[],
): readonly [before: string, after: string] {
  switch (format) {
    case "csv":
      return [CSV_BEGIN + csvLine(headings, dialect), ""];
    case "json":
      return [`{"header":${JSON.stringify(description)},\n"rows":[`, "\n]}\n"];
    case "ndjson":
      return ["", ""];
    case "xlsx":
      throw new Error("A workbook is written by workbookBody.");
    default:
      return assertNever(format, "no text is written in this format");
  }
}

/** XLSX: rows cell by cell, since each is typed. */
function workbookBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  const reader = new ExportReader(inventory, plan);
  const { total } = reader;
  const description = describeExport(plan, context, reader);
  return {
    description,
    total,
    close: () => reader.close(),
    chunks: ({ signal, onRows }) => {
      const columns = exportSources(plan.resource, plan.columns);
      const rows = reader.cells(columns);
      const headings = headingsOf(plan, reader);
      const sheetColumns = columns.map(({ kind, name }, at) => ({ kind, name: headings[at] ?? name }));
      const content = {
        name: plan.resource,
        columns: sheetColumns,
        total,
        rows,
        facts: factLines(description),
      };
      return workbookChunks(content, signal, (done) => onRows?.(done, total));
    },
  };
}
