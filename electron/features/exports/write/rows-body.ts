import { assertNever } from "../../../../shared/base/errors.ts";
import { ExportReader, exportSources } from "../../../store/query/export-reader.ts";
import { CSV_BEGIN, csvLine } from "../../../../shared/features/exports/export-formats.ts";
import { headingInUnits } from "../../../../shared/features/exports/export-texts.ts";
import { describeExport, factLines, type ExportDescription } from "./describe-export.ts";
import { cancelled, makeTurns, type ExportBody } from "./export-body.ts";
import type { ExportContext, ExportPlan } from "./export-plan.ts";
import { LineMaker, LINES } from "./line-maker.ts";
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
      const turn = makeTurns();
      for (let from = 0; from < total; from += LINES) {
        if (signal.aborted) throw cancelled();
        const bytes = maker.make(from / LINES);
        // In JSON every row begins with its comma, except the first.
        yield from === 0 && plan.format === "json" ? bytes.subarray(1) : bytes;
        onRows?.(Math.min(from + LINES, total), total);
        await turn();
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
