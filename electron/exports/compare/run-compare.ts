import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { FileTable } from "../../../shared/domain/names.ts";
import { startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { threadLocation } from "../../base/thread.ts";
import { runJob, type JobKind } from "../../base/worker-job.ts";
import type { Compared, ComparePlan } from "./compare-table.ts";
import type { CompareWorkerStart } from "./compare-worker.ts";
import type { DifferenceReader } from "./difference-reader.ts";
import type { ParseWorkerStart } from "./parse-worker.ts";
import { PARSE_LIMITS, parseLocation, tooMuchMemory } from "./parsed-rows.ts";
import type { CompareWatch, ReadTable } from "./read-table.ts";

const COMPARISON: JobKind = {
  limits: PARSE_LIMITS,
  defect: "The comparison stopped because of a defect of Stockdeck. No file was changed.",
  exhausted: tooMuchMemory,
  // It has a database open, in which no thread may be ended; `parsedRows` ends the thread that reads the file.
  ended: null,
};

const location = (): URL => threadLocation(import.meta.url, "compare-worker");

/** `readTable` in a thread of its own. */
export const runRead = (path: string, database: string, watch: CompareWatch): Promise<ReadTable> =>
  run({ role: "read", path, database }, watch);

/** `compareTable` in a thread of its own. */
export const runCompare = (plan: ComparePlan, watch: CompareWatch): Promise<Compared> =>
  run({ role: "compare", plan }, watch);

/** Ms that a small table may take, which is a fraction of a second for an honest one. */
const TABLE_TIMEOUT = 10_000;
const TABLE: JobKind = {
  limits: PARSE_LIMITS,
  defect: "The file was not read because of a defect of Stockdeck.",
  exhausted: tooMuchMemory,
  ended: () =>
    invalidInput(`This file was not read within ${TABLE_TIMEOUT / 1_000} seconds, so it is refused.`),
};

/** `readSmallTable` of a file's content, in a thread of its own. */
export async function runSmallTable(content: Uint8Array, most: number): Promise<FileTable> {
  // The readers want a file, since those of exports are too long for memory.
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-table-"));
  try {
    const file = path.join(folder, "table");
    await fs.writeFile(file, content, { mode: 0o600 });
    const start: ParseWorkerStart = { role: "table", path: file, most };
    const signal = AbortSignal.timeout(TABLE_TIMEOUT);
    return await runJob<FileTable>(parseLocation(), start, TABLE, { signal, onProgress: () => {} });
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** The differences that were found, in a thread that lives until it is closed. */
export function openDifferences(database: string): Remote<DifferenceReader> {
  return startWorker<DifferenceReader>(location(), { role: "answer", database } satisfies CompareWorkerStart);
}

function run<T>(start: CompareWorkerStart, { signal, onRows }: CompareWatch): Promise<T> {
  return runJob(location(), start, COMPARISON, { signal, onProgress: onRows });
}
