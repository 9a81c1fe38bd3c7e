import fs from "node:fs/promises";
import path from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { AppFailure, toAppError, QueryError } from "../../../shared/base/errors.ts";
import {
  CSV_DELIMITERS,
  DECIMAL_SIGNS,
  EXPORT_FORMATS,
  PLAIN_CSV,
  type CsvDialect,
  type ExportFormat,
} from "../../../shared/delivery/export-formats.ts";
import { isToCome } from "../../../shared/query/past-moments.ts";
import { EVERYTHING, parseQuery, type Query } from "../../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { dataFolder, type DataFolder } from "../../store/database/data-folder.ts";
import { systemClock } from "../../base/clock.ts";
import { linkTarget } from "../../base/files.ts";
import { columnsOfExport, type WantedColumns } from "../../delivery/files/exported-view.ts";
import { exportFile } from "../../delivery/files/export-file.ts";
import type { ExportJob, ExportPlan } from "../../delivery/files/export-plan.ts";
import { notReplaced } from "../../delivery/files/replaced-file.ts";
import { runExport } from "../../delivery/files/run-export.ts";
import { requireExportFile } from "../../base/policy/export-folders.ts";
import { exportColumns } from "../../store/query/export-reader.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { momentOf, oneOf, readOptions, required } from "./arguments.ts";
import { EXIT, exitCodeOf, UsageError } from "./exit-code.ts";
import { findKnownConnection, findView, type FoundView, type KnownConnection } from "./find-view.ts";
import { syncCommand } from "./sync-command.ts";
import type { Terminal } from "./terminal.ts";

/** The version of this Stockdeck; a build inserts it into the bundle. */
const APP_VERSION: string = manifest.version;

/**
 * `export`: writes the rows of a view or a query to a file, completely or not at all. The last line on stdout is a JSON
 * object.
 * @throws UsageError, including for an unknown field, operator, column or view.
 */
export async function exportCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const wanted = readWanted(args);
  const { resource, format } = wanted;
  try {
    await requireExportFile(terminal.policy, wanted.out);
    await requireForeignFile(wanted.data, wanted.out);
    const connection = findKnownConnection(wanted.data);
    const view = wanted.view === null ? null : findView(resource, wanted.view, connection, wanted.asOf);
    if (wanted.syncFirst) {
      const baseUrl = wanted.baseUrl ?? connection.baseUrl;
      if (baseUrl === null) throw new UsageError("--sync-first needs --base-url for this data folder");
      const code = await syncFirst(baseUrl, wanted, terminal);
      if (code !== EXIT.done) return code;
    }
    const job = jobOf(wanted, connection, view);
    // These formats keep their cells on the heap. Only the limits of a thread keep this heap small.
    const run = format === "xlsx" || format === "parquet" ? runExport : exportFile;
    const { rows, bytes, manifest, past, completeAsOf } = await run(job, { signal: terminal.signal });
    const { columns } = job.plan;
    const result = { ok: true, resource, format, rows, columns, bytes, ...(manifest ? { manifest } : {}) };
    const isComplete = completeAsOf !== null;
    terminal.out(JSON.stringify({ ...result, ...past, ...(isComplete ? {} : { complete: false }) }));
    if (!isComplete)
      terminal.progress("stockdeck: The first pull has not ended, so rows are missing from the file.");
    return EXIT.done;
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    const failure = storeFailure(thrown);
    if (!(thrown instanceof AppFailure) && failure.error.reason === "other") throw thrown;
    terminal.progress(`stockdeck: ${failure.message}`);
    return exitCodeOf(toAppError(failure));
  }
}

/** The arguments of an export. */
interface Wanted {
  readonly data: DataFolder;
  readonly resource: Resource;
  readonly format: ExportFormat;
  readonly out: string;
  readonly dialect: CsvDialect;
  readonly columns: WantedColumns;
  readonly query: Query;
  /** The moment of the rows, ISO 8601; undefined for the current rows. */
  readonly asOf: string | undefined;
  readonly view: string | null;
  readonly manifest: boolean;
  readonly syncFirst: boolean;
  readonly baseUrl: string | undefined;
  readonly keyFromInput: boolean;
}

function readWanted(args: readonly string[]): Wanted {
  const options = readOptions(args, {
    "data-dir": "text",
    resource: "text",
    format: "text",
    out: "text",
    query: "text",
    "as-of": "text",
    view: "text",
    columns: "text",
    manifest: "flag",
    delimiter: "text",
    decimal: "text",
    "sync-first": "flag",
    "base-url": "text",
    "key-stdin": "flag",
  });
  const data = dataFolder(required(options["data-dir"], "data-dir"));
  const resource = oneOf(required(options.resource, "resource"), "resource", RESOURCES);
  const format = oneOf(required(options.format, "format"), "format", EXPORT_FORMATS);
  const out = path.resolve(required(options.out, "out"));
  const dialect = readDialect(format, options);
  const columns = options.columns === undefined ? null : readColumns(resource, options.columns);
  if (options.query !== undefined && options.view !== undefined)
    throw new UsageError("--query and --view both say which rows: take one of them");
  const asOf = options["as-of"] === undefined ? undefined : momentOf(options["as-of"], "as-of");
  const query = readQuery(resource, options.query);
  if (asOf !== undefined && query.asOf !== undefined)
    throw new UsageError("--as-of and the query both name a moment: take one of them");
  if (isToCome(asOf ?? query.asOf ?? "", systemClock.now()))
    throw new UsageError(
      "The moment of --as-of or the query has not come yet. Leave it out for the rows of now.",
    );
  if (options["base-url"] !== undefined && !options["sync-first"])
    throw new UsageError("--base-url is for --sync-first");
  if (options["key-stdin"] && !options["sync-first"]) throw new UsageError("--key-stdin is for --sync-first");
  const { manifest, view = null, "sync-first": sync, "base-url": baseUrl } = options;
  const rows = { data, resource, query, asOf, view, columns };
  return {
    ...rows,
    format,
    out,
    dialect,
    manifest,
    syncFirst: sync,
    baseUrl,
    keyFromInput: options["key-stdin"],
  };
}

function jobOf(
  wanted: Wanted,
  connection: KnownConnection,
  view: FoundView | null,
): ExportJob & { readonly plan: ExportPlan } {
  const { data, resource, format, out, dialect, manifest, query, asOf, columns } = wanted;
  return {
    inventory: data.inventory,
    out,
    plan: {
      resource,
      query: { ...(view?.query ?? query), ...(asOf === undefined ? {} : { asOf }) },
      format,
      columns: columnsOfExport(resource, columns, connection.hasNames, view),
      wholeRecord: columns === "all" || (columns === null && view === null),
      dialect,
      now: systemClock.now(),
    },
    context: { appVersion: APP_VERSION, connection: connection.name, view: viewContext(view) },
    manifest,
  };
}

/** Runs one pass before the export. Its own line is printed only if the pass fails and so ends the command. */
async function syncFirst(baseUrl: string, wanted: Wanted, terminal: Terminal): Promise<number> {
  const lines: string[] = [];
  const words = ["--base-url", baseUrl, "--data-dir", wanted.data.folder];
  const code = await syncCommand(wanted.keyFromInput ? [...words, "--key-stdin"] : words, {
    ...terminal,
    out: (line) => void lines.push(line),
    progress: (line) => terminal.progress(line),
  });
  if (code !== EXIT.done) for (const line of lines) terminal.out(line);
  return code;
}

function viewContext(view: FoundView | null): Pick<FoundView, "name" | "definition"> | null {
  return view && { name: view.name, definition: view.definition };
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

function readColumns(resource: Resource, text: string): WantedColumns {
  if (text === "all" || text === "all-named") return text;
  const known = exportColumns(resource);
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--columns: ${resource} have no column "${unknown}" (they have ${known.join(", ")})`,
    );
  }
  return [...new Set(names)];
}

function readDialect(
  format: ExportFormat,
  { delimiter, decimal }: { readonly delimiter: string | undefined; readonly decimal: string | undefined },
): CsvDialect {
  if (format !== "csv" && (delimiter ?? decimal) !== undefined)
    throw new UsageError("--delimiter and --decimal are for --format csv");
  const dialect: CsvDialect = {
    delimiter: oneOf(
      delimiter === "tab" ? "\t" : (delimiter ?? PLAIN_CSV.delimiter),
      "delimiter",
      CSV_DELIMITERS,
      [",", ";", "tab", "|"],
    ),
    decimal: oneOf(decimal ?? PLAIN_CSV.decimal, "decimal", DECIMAL_SIGNS),
  };
  if (dialect.delimiter === dialect.decimal)
    throw new UsageError("--decimal , needs another --delimiter, such as ;");
  return dialect;
}

/** The names of databases and locks. They include backups and SQLite's files next to the databases. */
const OWN_NAME = /^(inventory|user|collector)\.sqlite|^sync\.lock/i;

/**
 * Refuses to replace one of Stockdeck's own files by an export. Such files are in the data folder, in the folders of
 * other connections next to it, and in the app's folder two above. Links are followed, because writing also follows
 * links.
 * @throws AppFailure `store`.
 */
async function requireForeignFile({ folder }: DataFolder, file: string): Promise<void> {
  // If the link's target cannot be found, nothing would be written (electron/delivery/files/replaced-file.ts).
  const target = await linkTarget(file).catch(() => null);
  if (target === null || !OWN_NAME.test(path.basename(target))) return;
  // A folder that does not exist yet contains no links.
  const home = await fs.realpath(folder).catch(() => path.resolve(folder));
  const [connections, at] = [path.dirname(home), path.dirname(target)];
  if (at === home || at === path.dirname(connections) || path.dirname(at) === connections)
    throw notReplaced("own");
}
