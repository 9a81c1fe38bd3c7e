import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { ExportFormat } from "../../../shared/exports/export-formats.ts";
import { RESOURCES } from "../../../shared/domain/resource-names.ts";
import { CHANGE_COLUMNS } from "../change-columns.ts";
import { columnOfHeading } from "../../../shared/exports/column-heading.ts";
import { manifestPath } from "../manifest-path.ts";
import { exportColumns } from "../../store/query/export-reader.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { compareCancelled } from "./cancelled.ts";
import { ComparisonFile } from "./comparison-file.ts";
import { changesRefusal } from "./json-file.ts";
import { MAX_HEADER, MAX_ROWS } from "./limits.ts";
import type { FileFacts } from "./parse-worker.ts";
import { parsedRows } from "./parsed-rows.ts";
import { StoredBytes } from "./stored-bytes.ts";
import { fileChunks } from "./text-lines.ts";

/** What is watched meanwhile, and what stops it. */
export interface CompareWatch {
  readonly signal: AbortSignal;
  /** How many rows are read or compared, of how many; null where that is not known. */
  readonly onRows: (done: number, total: number | null) => void;
}

/** What was found in a file, beside its rows. */
export interface ReadTable {
  readonly format: ExportFormat;
  readonly rows: number;
  /** The columns that exports can have, in the file's order. */
  readonly columns: readonly string[];
  /** Names of columns that they cannot have. */
  readonly ignored: readonly string[];
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The header of the file or of the manifest beside it, as untrusted JSON. */
  readonly header: string | null;
  readonly headerFrom: "file" | "manifest" | null;
  /** When the file was written last, ISO 8601. */
  readonly writtenAt: string;
}

const KNOWN: ReadonlySet<string> = new Set(RESOURCES.flatMap((resource) => exportColumns(resource)));

/**
 * Reads the rows of a file into a temporary database; memory does not grow with them.
 * @throws AppFailure `invalid_input` with the reason where the file cannot be compared; `store` where the disk refuses.
 */
export async function readTable(
  path: string,
  database: string,
  { signal, onRows }: CompareWatch,
): Promise<ReadTable> {
  const handle = await fs.open(path, "r").catch((thrown: unknown) => {
    throw invalidInput(`The file cannot be opened. ${(thrown as { code?: string }).code ?? ""}`.trim());
  });
  const into = new ComparisonFile(database);
  try {
    const { table, rows } = await storeRows(path, into, (await handle.stat()).size, { signal, onRows });
    // A heading may name the unit of its numbers.
    const names = table.columns.map((heading) => columnOfHeading(heading, (name) => KNOWN.has(name)));
    const { columns, ignored } = columnsOf(names);
    into.setFact("columns", names);
    const { mtime } = await handle.stat();
    const manifest = table.header === null ? await readManifest(path) : null;
    return {
      format: table.format,
      rows,
      columns,
      ignored,
      sha256: await hashOf(handle, signal),
      header: table.header ?? manifest,
      headerFrom: table.header !== null ? "file" : manifest !== null ? "manifest" : null,
      writtenAt: mtime.toISOString(),
    };
  } catch (thrown) {
    throw asFailure(thrown);
  } finally {
    into.close();
    await handle.close();
  }
}

/** Brings the rows of a file into a database. */
async function storeRows(
  path: string,
  into: ComparisonFile,
  size: number,
  { signal, onRows }: CompareWatch,
): Promise<{ readonly table: FileFacts; readonly rows: number }> {
  const stored = new StoredBytes(size);
  const groups = parsedRows(path, signal);
  let rows = 0;
  into.begin();
  try {
    for (;;) {
      const { done, value } = await groups.next();
      if (done === true) {
        into.commit();
        return { table: value, rows };
      }
      for (const row of value) {
        rows += 1;
        if (rows > MAX_ROWS)
          throw invalidInput("This file has more than 10 million rows, the most that are compared.");
        stored.add(row);
        into.addLine(rows, row);
      }
      onRows(rows, null);
    }
  } finally {
    await groups.return?.(undefined as never);
  }
}

/** Failures of the disk in their own words; all others as they are. */
function asFailure(thrown: unknown): unknown {
  const failure = storeFailure(thrown);
  return failure.error.kind === "store" && failure.error.reason === "other" ? thrown : failure;
}

function columnsOf(columns: readonly string[]): Pick<ReadTable, "columns" | "ignored"> {
  const isChanges = CHANGE_COLUMNS.every(({ name }) => columns.includes(name));
  if (isChanges || (columns.includes("observedBefore") && columns.includes("fields"))) throw changesRefusal();
  const doubled = columns.find((name, at) => KNOWN.has(name) && columns.indexOf(name) !== at);
  if (doubled !== undefined) throw invalidInput(`This file has two columns named ${doubled}.`);
  return {
    columns: columns.filter((name) => KNOWN.has(name)),
    ignored: columns.filter((name) => !KNOWN.has(name) && name !== ""),
  };
}

/** The manifest beside a file; null if there is none that could be one. */
async function readManifest(path: string): Promise<string | null> {
  const manifest = manifestPath(path);
  const found = await fs.stat(manifest).catch(() => null);
  return found && found.size <= MAX_HEADER ? fs.readFile(manifest, "utf8").catch(() => null) : null;
}

async function hashOf(handle: fs.FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of fileChunks(handle)) {
    if (signal.aborted) throw compareCancelled();
    hash.update(chunk);
  }
  return hash.digest("hex");
}
