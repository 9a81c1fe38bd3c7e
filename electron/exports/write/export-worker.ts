import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../store/database/worker-rpc.ts";
import { answerJob } from "../../base/worker-job.ts";
import { exportFile, type ExportJob } from "./export-file.ts";
import type { ExportPlan } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";

/** What a worker is started for: a whole export, or to make lines for one. */
export type ExportWorkerStart =
  | { readonly role: "file"; readonly job: ExportJob }
  | { readonly role: "lines"; readonly file: string; readonly plan: ExportPlan };

if (!parentPort) throw new Error("export-worker.ts runs as a worker thread only");
const port = parentPort;
const start = workerData as ExportWorkerStart;

if (start.role === "file") {
  const { job } = start;
  await answerJob(port, ({ signal, onProgress }) => exportFile(job, { signal, onRows: onProgress }));
} else {
  const { file, plan } = start;
  serve(port, () => new LineMaker(file, plan));
}
