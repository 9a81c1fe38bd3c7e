import path from "node:path";
import { ExportReader, exportSources } from "../store/export-reader.ts";
import { CSV_BEGIN, csvLine } from "./csv.ts";
import { describeExport, factLines, type ExportContext, type ExportDescription } from "./describe-export.ts";
import type { ExportPlan } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";
import { cancelled, orderedLines } from "./ordered-lines.ts";
import { stageFile } from "./staged-file.ts";

/** One export: from which copy, to which file. */
export interface ExportJob {
  readonly inventory: string;
  readonly out: string;
  readonly plan: ExportPlan;
  readonly context: ExportContext;
  /** Whether a manifest is written beside the file. */
  readonly manifest: boolean;
}

/** What is watched meanwhile, and what stops it. */
export interface ExportWatch {
  readonly signal: AbortSignal;
  /** How many rows are made, of how many. */
  readonly onRows?: (done: number, total: number) => void;
}

/** What was written. */
export interface Exported {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** The manifest's path, where there is one. */
  readonly manifest: string | null;
}

/** Ms between two looks at whether the export was cancelled, where nothing else waits. */
const TURN = 20;

/**
 * Writes the rows of a query, of one state of the data, into a file, whole or not at all; memory does not grow with
 * their number.
 * @throws AppFailure: `store` where local data or the folder refuse, `cancelled`; QueryError for an unknown field or
 * column.
 */
export async function exportFile(job: ExportJob, watch: ExportWatch): Promise<Exported> {
  const { plan, out } = job;
  if (watch.signal.aborted) throw cancelled();
  const body = plan.format === "xlsx" ? new WorkbookBody(job) : new TextBody(job);
  try {
    const { description } = body;
    const data = await stageFile(out, body.chunks(watch));
    try {
      const manifest = job.manifest
        ? await stageFile(manifestPath(out), [manifestText(out, description, data)])
        : null;
      try {
        await data.commit();
        await manifest?.commit();
      } catch (thrown) {
        await manifest?.discard();
        throw thrown;
      }
    } catch (thrown) {
      await data.discard();
      throw thrown;
    }
    const { bytes, sha256 } = data;
    return { rows: description.rows, bytes, sha256, manifest: job.manifest ? manifestPath(out) : null };
  } finally {
    body.close();
  }
}

/** Where the manifest of a file is. */
export function manifestPath(file: string): string {
  return `${file}.manifest.json`;
}

function manifestText(
  out: string,
  description: ExportDescription,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Uint8Array {
  const manifest = { file: path.basename(out), bytes, sha256, ...description };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

/** CSV, JSON and NDJSON: lines, with what stands before and after them. */
class TextBody {
  readonly description: ExportDescription;
  readonly #job: ExportJob;
  readonly #maker: LineMaker;

  constructor(job: ExportJob) {
    this.#job = job;
    this.#maker = new LineMaker(job.inventory, job.plan);
    this.description = describeExport(job.plan, job.context, this.#maker.reader);
  }

  async *chunks({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const { plan, inventory } = this.#job;
    const { total } = this.#maker.madeFrom();
    const [before, after] = this.#around();
    yield Buffer.from(before);
    let done = 0;
    for await (const { bytes, rows } of orderedLines(inventory, plan, this.#maker, signal)) {
      // In JSON every row has its comma before it, and the first has none.
      yield done === 0 && plan.format === "json" ? bytes.subarray(1) : bytes;
      done += rows;
      onRows?.(done, total);
    }
    yield Buffer.from(after);
  }

  close(): void {
    this.#maker.close();
  }

  #around(): readonly [before: string, after: string] {
    const { format, columns, dialect } = this.#job.plan;
    if (format === "csv") return [CSV_BEGIN + csvLine(columns, dialect), ""];
    if (format === "json") return [`{"header":${JSON.stringify(this.description)},\n"rows":[`, "\n]}\n"];
    return ["", ""];
  }
}

/** XLSX: rows cell by cell, since each is typed. */
class WorkbookBody {
  readonly description: ExportDescription;
  readonly #job: ExportJob;
  readonly #reader: ExportReader;

  constructor(job: ExportJob) {
    this.#job = job;
    this.#reader = new ExportReader(job.inventory, job.plan);
    this.description = describeExport(job.plan, job.context, this.#reader);
  }

  async *chunks({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const { resource, columns: names } = this.#job.plan;
    const columns = exportSources(resource, names);
    const { total } = this.#reader;
    const facts = factLines(this.description);
    let turn = performance.now();
    // The library of workbooks is nothing that the other formats should wait for.
    const { xlsxStream } = await import("./xlsx.ts");
    const content = { name: resource, columns, total, rows: this.#reader.cells(columns), facts };
    yield* xlsxStream(content, async (done) => {
      onRows?.(done, total);
      if (performance.now() - turn > TURN) {
        await new Promise((resolve) => setImmediate(resolve));
        turn = performance.now();
      }
      if (signal.aborted) throw cancelled();
    });
  }

  close(): void {
    this.#reader.close();
  }
}
