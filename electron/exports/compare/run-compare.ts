import { startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { threadLocation } from "../../base/thread.ts";
import { runJob, type JobKind } from "../../base/worker-job.ts";
import type { Compared, ComparePlan } from "./compare-table.ts";
import type { CompareWorkerStart } from "./compare-worker.ts";
import type { DifferenceReader } from "./difference-reader.ts";
import { PARSE_LIMITS, tooMuchMemory } from "./parsed-rows.ts";
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

/** The differences that were found, in a thread that lives until it is closed. */
export function openDifferences(database: string): Remote<DifferenceReader> {
  return startWorker<DifferenceReader>(location(), { role: "answer", database } satisfies CompareWorkerStart);
}

function run<T>(start: CompareWorkerStart, { signal, onRows }: CompareWatch): Promise<T> {
  return runJob(location(), start, COMPARISON, { signal, onProgress: onRows });
}
