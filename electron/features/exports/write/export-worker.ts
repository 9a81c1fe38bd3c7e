import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../../../store/database/worker-rpc.ts";
import { answerJob } from "../../../base/worker-job.ts";
import { exportFile } from "./export-file.ts";
import type { ExportWorkerStart } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";

if (!parentPort) throw new Error("export-worker.ts runs as a worker thread only");
const port = parentPort;
const start = workerData as ExportWorkerStart;

if (start.role === "lines") serve(port, () => new LineMaker(start.file, start.plan));
else await answerJob(port, ({ signal, onProgress: onRows }) => exportFile(start.job, { signal, onRows }));
