import { assertNever } from "../../../shared/base/errors.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { ExportReader, exportSources } from "../../store/query/export-reader.ts";
import { CSV_BEGIN, csvLine, headingInUnits } from "../../../shared/delivery/export-formats.ts";
import { jsonObjectSql, jsonRecordSql, type ColumnSource } from "../../store/query/line-sql.ts";
import { describeExport, factLines, type ExportDescription } from "./describe-export.ts";
import { cancelled, makeTurns, type ExportBody, parquetChunks, workbookChunks } from "./export-body.ts";
import type { ExportContext, ExportPlan } from "./export-plan.ts";
import { rowsContent } from "./parquet-columns.ts";

/** Makes the body of an export of rows. @throws AppFailure of kind `store`; QueryError. */
export function rowsBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  const body = plan.format === "xlsx" ? workbookBody : plan.format === "parquet" ? parquetBody : textBody;
  return body(inventory, plan, context);
}

/** The body of CSV, JSON and NDJSON: lines between a beginning and an end. */
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
        // In JSON every row begins with a comma, which is removed from the first row.
        yield from === 0 && plan.format === "json" ? bytes.subarray(1) : bytes;
        onRows?.(Math.min(from + LINES, total), total);
        await turn();
      }
      yield Buffer.from(after);
    },
  };
}

/** The headings of the columns, with units. */
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
    case "parquet":
      throw new Error("A file of cells has no text around it.");
    default:
      return assertNever(format, "no text is written in this format");
  }
}

/** The body of XLSX, in which each cell has its own type. */
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
      const currencies = currencyFields(plan);
      // The currencies are read after the columns. They are not written, but decide the number formats of amounts.
      const rows = reader.cells([...columns, ...exportSources(plan.resource, currencies)]);
      const headings = headingsOf(plan, reader);
      const sheetColumns = columns.map(({ kind, name }, at) => {
        const currency = currencyFieldOf(plan.resource, name);
        return {
          kind,
          name: headings[at] ?? name,
          currencyAt: currency === null ? undefined : columns.length + currencies.indexOf(currency),
        };
      });
      const content = {
        name: plan.resource,
        columns: sheetColumns,
        total,
        rows,
        currencies: currencies.flatMap((field) => reader.texts(field, MAX_FORMATS)),
        facts: factLines(description),
      };
      return workbookChunks(content, signal, (done) => onRows?.(done, total));
    },
  };
}

/** The body of Parquet, in which each column has a type. */
function parquetBody(inventory: string, plan: ExportPlan, context: ExportContext): ExportBody {
  const reader = new ExportReader(inventory, plan);
  const { total } = reader;
  const description = describeExport(plan, context, reader);
  return {
    description,
    total,
    close: () => reader.close(),
    chunks: ({ signal, onRows }) =>
      parquetChunks(rowsContent(reader, plan, description), signal, (done) => onRows?.(done, total)),
  };
}

/** The most number formats of one workbook. There are fewer currencies in the world. */
const MAX_FORMATS = 200;

/** The field with the currency of a column's amounts; null for other columns. */
function currencyFieldOf(resource: Resource, column: string): string | null {
  const field = findField(resource, column);
  return field?.isMoney ? (field.measuredIn ?? null) : null;
}

const currencyFields = ({ resource, columns }: ExportPlan): readonly string[] => [
  ...new Set(columns.flatMap((column) => currencyFieldOf(resource, column) ?? [])),
];

/** The number of lines per part. */
const LINES = 2_000;

/** Makes the lines of a text format in parts. SQL writes the JSON objects, which costs half as much. */
class LineMaker {
  readonly reader: ExportReader;
  readonly #plan: ExportPlan;
  readonly #columns: readonly ColumnSource[];

  /** @throws AppFailure of kind `store`; QueryError for an unknown field or column. */
  constructor(file: string, plan: ExportPlan) {
    this.#plan = plan;
    this.#columns = exportSources(plan.resource, plan.columns);
    this.reader = new ExportReader(file, plan);
  }

  /** Makes the lines of one part in UTF-8. @param part from 0. */
  make(part: number): Uint8Array {
    const [from, { dialect, format }] = [part * LINES, this.#plan];
    switch (format) {
      case "csv": {
        const rows = this.reader.cells(this.#columns, from, LINES);
        return Buffer.from(Array.from(rows, (cells) => csvLine(cells, dialect)).join(""));
      }
      case "json":
        // In a JSON array the comma is written before a row, because it is not yet known whether another row follows.
        return this.reader.lines(`concat(',', char(10), ${this.#objectSql()})`, from, LINES);
      case "ndjson":
        return this.reader.lines(`concat(${this.#objectSql()}, char(10))`, from, LINES);
      case "xlsx":
      case "parquet":
        throw new Error("A file of cells has no lines.");
      default:
        return assertNever(format, "no lines are made of this format");
    }
  }

  close(): void {
    this.reader.close();
  }

  #objectSql(): string {
    const { wholeRecord, resource } = this.#plan;
    return wholeRecord ? jsonRecordSql(resource) : jsonObjectSql(this.#columns);
  }
}
