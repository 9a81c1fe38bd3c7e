import { parentPort, workerData } from "node:worker_threads";
import { toAppError, type AppError } from "../../../shared/errors.ts";
import { serve, serveFailure } from "../store/worker-rpc.ts";
import { exportFile, type Exported, type ExportJob } from "./export-file.ts";
import type { ExportPlan } from "./export-plan.ts";
import { LineMaker } from "./line-maker.ts";

/** What a worker is started for: a whole export, or to make lines for one. */
export type ExportWorkerStart =
  | { readonly role: "file"; readonly job: ExportJob }
  | { readonly role: "lines"; readonly file: string; readonly plan: ExportPlan };

/** What the worker of an export says meanwhile, and at last. Any message to it cancels. */
export type ExportMessage =
  | { readonly rows: number; readonly total: number }
  | { readonly ok: true; readonly value: Exported }
  | { readonly ok: false; readonly error: AppError; readonly stack: string };

/** Ms between two messages of progress. */
const PROGRESS_STEP = 100;

if (!parentPort) throw new Error("export-worker.ts runs as a worker thread only");
const port = parentPort;
const start = workerData as ExportWorkerStart;

if (start.role === "file") await writeFile(start.job);
else serveLines(start.file, start.plan);

async function writeFile(job: ExportJob): Promise<void> {
  const abort = new AbortController();
  port.once("message", () => abort.abort());
  let told = 0;
  const say = (message: ExportMessage): void => port.postMessage(message);
  const onRows = (rows: number, total: number): void => {
    const now = performance.now();
    if (now - told < PROGRESS_STEP && rows < total) return;
    told = now;
    say({ rows, total });
  };
  try {
    say({ ok: true, value: await exportFile(job, { signal: abort.signal, onRows }) });
  } catch (thrown) {
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    say({ ok: false, error: toAppError(thrown), stack });
  }
  port.close();
}

function serveLines(file: string, plan: ExportPlan): void {
  try {
    serve(port, new LineMaker(file, plan));
  } catch (thrown) {
    serveFailure(port, thrown);
  }
}
