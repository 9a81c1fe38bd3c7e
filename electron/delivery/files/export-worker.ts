import "../../base/thread-language.ts";
import { parentPort, workerData } from "node:worker_threads";
import { answerJob } from "../../base/thread.ts";
import { exportFile } from "./export-file.ts";
import type { ExportJob } from "./export-plan.ts";

if (!parentPort) throw new Error("export-worker.ts runs as a worker thread only");
const job = workerData as ExportJob;
await answerJob(parentPort, ({ signal, onProgress: onRows }) => exportFile(job, { signal, onRows }));
