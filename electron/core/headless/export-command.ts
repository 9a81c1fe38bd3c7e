import path from "node:path";
import { AppFailure, toAppError } from "../../../shared/errors.ts";
import { QueryError } from "../../../shared/query-error.ts";
import { EVERYTHING, parseQuery, type Query } from "../../../shared/query.ts";
import { RESOURCES, type Resource } from "../../../shared/resource-names.ts";
import { FIELDS } from "../../../shared/fields.ts";
import { dataFolder } from "../data-folder.ts";
import { EXPORT_FORMATS, exportLines } from "../export/export-rows.ts";
import { writeWholeFile } from "../export/whole-file.ts";
import { ExportReader, exportColumns } from "../store/export-reader.ts";
import { oneOf, readOptions, required } from "./arguments.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `export`: the rows of a query into a file, whole or not at all.
 * @returns the exit code.
 * @throws UsageError, also for an unknown field, operator or column.
 */
export async function exportCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, {
    "data-dir": "text",
    resource: "text",
    format: "text",
    out: "text",
    query: "text",
    columns: "text",
  });
  const { inventory } = dataFolder(required(options["data-dir"], "data-dir"));
  const resource = oneOf(required(options.resource, "resource"), "resource", RESOURCES);
  const format = oneOf(required(options.format, "format"), "format", EXPORT_FORMATS);
  const out = path.resolve(required(options.out, "out"));
  const columns = readColumns(resource, options.columns);
  const query = readQuery(resource, options.query);
  const wholeRecord = options.columns === undefined || options.columns === "all";
  try {
    const reader = new ExportReader(inventory);
    try {
      let rows = format === "csv" ? -1 : 0;
      const count = function* (lines: Iterable<string>): Generator<string> {
        for (const line of lines) {
          rows += 1;
          yield line;
        }
      };
      const plan = { resource, query, format, columns, wholeRecord, now: Date.now() };
      await writeWholeFile(out, count(exportLines(reader, plan)));
      terminal.out(JSON.stringify({ ok: true, resource, format, rows, columns }));
      return EXIT.done;
    } finally {
      reader.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof AppFailure)) throw thrown;
    const error = toAppError(thrown);
    terminal.progress(`stockdeck: ${error.message}`);
    return exitCodeOf(error);
  }
}

function readQuery(resource: Resource, text: string | undefined): Query {
  if (text === undefined) return EVERYTHING;
  try {
    return parseQuery(resource, JSON.parse(text));
  } catch (thrown) {
    if (thrown instanceof QueryError) throw new UsageError(`--query: ${thrown.message}`);
    throw new UsageError("--query is not JSON");
  }
}

function readColumns(resource: Resource, text: string | undefined): readonly string[] {
  if (text === undefined || text === "all") return FIELDS[resource].map(({ name }) => name);
  const known = exportColumns(resource);
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--columns: ${resource} have no column "${unknown}" (they have ${known.join(", ")})`,
    );
  }
  return names;
}
