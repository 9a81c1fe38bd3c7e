import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../store/database/worker-rpc.ts";
import { answerJob } from "../../base/worker-job.ts";
import { exportFile } from "./export-file.ts";
import type { ExportWorkerStart } from "./export-job.ts";
import { LineMaker } from "./line-maker.ts";

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
