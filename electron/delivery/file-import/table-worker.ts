import { parentPort, workerData } from "node:worker_threads";
import { answerJob } from "../../base/thread.ts";
import { smallTable } from "./small-table.ts";

/** The input of the worker: a file, and the most rows to read. */
export interface TableWorkerStart {
  readonly content: Uint8Array;
  readonly most: number;
}

if (!parentPort) throw new Error("table-worker.ts runs as a worker thread only");
const { content, most } = workerData as TableWorkerStart;
await answerJob(parentPort, () => smallTable(content, most));
