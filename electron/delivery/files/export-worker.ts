import "../../base/thread-language.ts";
import { parentPort, workerData } from "node:worker_threads";
import { answerJob } from "../../base/thread.ts";
import type { ExportJob } from "./export-plan.ts";

if (!parentPort) throw new Error("export-worker.ts runs as a worker thread only");
const job = workerData as ExportJob;
// This module is imported after the language is set, because texts are read when their modules are evaluated.
const { exportFile } = await import("./export-file.ts");
await answerJob(parentPort, ({ signal, onProgress: onRows }) => exportFile(job, { signal, onRows }));
