import { startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { threadLocation } from "../../base/thread.ts";
import { runJob } from "../../base/worker-job.ts";
import type { Compared, ComparePlan } from "./compare-table.ts";
import type { CompareWorkerStart } from "./compare-worker.ts";
import type { DifferenceReader } from "./difference-reader.ts";
import type { CompareWatch, ReadTable } from "./read-table.ts";

/** Megabytes of a worker's heap: the texts that a workbook of another program shares are all that it keeps. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };
const DEFECT = "The comparison stopped because of a defect of Stockdeck. No file was changed.";

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
  return runJob(location(), start, LIMITS, DEFECT, { signal, onProgress: onRows });
}
