import { Worker } from "node:worker_threads";
import { AppFailure } from "../../../shared/errors.ts";
import { workerLocation } from "../store/worker-rpc.ts";
import type { ExportWatch } from "./export-body.ts";
import type { Exported, ExportJob } from "./export-file.ts";
import type { ExportMessage, ExportWorkerStart } from "./export-worker.ts";

/** Megabytes of the worker's heap: rows live for milliseconds, and a small young generation keeps the garbage small. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/**
 * Runs one export in a thread of its own.
 * @throws AppFailure: `store` where local data or the folder refuse, `cancelled`, `invalid_input`, `internal`.
 */
export function runExport(job: ExportJob, { signal, onRows }: ExportWatch): Promise<Exported> {
  return new Promise((resolve, reject) => {
    const start: ExportWorkerStart = { role: "file", job };
    const location = workerLocation(import.meta.url, "export-worker");
    const worker = new Worker(location, { workerData: start, resourceLimits: LIMITS });
    const cancel = (): void => worker.postMessage("cancel");
    const die = (cause: unknown): void => {
      const message = "The export stopped because of a defect of Stockdeck. No file was changed.";
      reject(new AppFailure({ kind: "internal", message }, { cause }));
    };
    let answer: Exclude<ExportMessage, { rows: number }> | null = null;
    worker.on("message", (message: ExportMessage) => {
      if ("rows" in message) onRows?.(message.rows, message.total);
      else answer = message;
    });
    worker.on("error", die);
    // The answer counts once the thread is gone, so that nothing of the export is left running behind it.
    worker.on("exit", (code) => {
      signal.removeEventListener("abort", cancel);
      if (answer === null) return die(new Error(`worker ended with code ${code}`));
      if (answer.ok) return resolve(answer.value);
      reject(new AppFailure(answer.error, { cause: new Error(answer.stack) }));
    });
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  });
}
