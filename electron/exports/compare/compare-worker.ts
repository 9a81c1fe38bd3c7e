import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../store/database/worker-rpc.ts";
import { answerJob } from "../../base/worker-job.ts";
import { compareTable, type ComparePlan } from "./compare-table.ts";
import { DifferenceReader } from "./difference-reader.ts";
import { readTable } from "./read-table.ts";

/** What a worker is started for: to read a file, to compare what was read, or to answer questions about what came of it. */
export type CompareWorkerStart =
  | { readonly role: "read"; readonly path: string; readonly database: string }
  | { readonly role: "compare"; readonly plan: ComparePlan }
  | { readonly role: "answer"; readonly database: string };

if (!parentPort) throw new Error("compare-worker.ts runs as a worker thread only");
const port = parentPort;
const start = workerData as CompareWorkerStart;

if (start.role === "answer") serve(port, () => new DifferenceReader(start.database));
else
  await answerJob(port, ({ signal, onProgress: onRows }): Promise<unknown> =>
    start.role === "read"
      ? readTable(start.path, start.database, { signal, onRows })
      : compareTable(start.plan, { signal, onRows }),
  );
