import type { MessagePort } from "node:worker_threads";
import { AppFailure, toAppError, type AppError } from "../../shared/domain/errors.ts";
import { startThread } from "./thread.ts";

/** What a job says meanwhile, and at last. Any message to it cancels. */
type JobMessage<T> =
  | { readonly done: number; readonly total: number | null }
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError; readonly stack: string };

/** What is watched while a job runs, and what stops it. */
interface JobWatch {
  readonly signal: AbortSignal;
  /** How much is done, of how much; null where that is not known yet. */
  readonly onProgress: (done: number, total: number | null) => void;
}

/** Ms between two messages of progress. */
const PROGRESS_STEP = 100;

/**
 * Runs one job in a thread of its own, which ends with it.
 * @param limits megabytes of its heap.
 * @param defect what is said where the thread dies.
 */
export function runJob<T>(
  location: URL,
  start: unknown,
  limits: { readonly maxYoungGenerationSizeMb: number; readonly maxOldGenerationSizeMb: number },
  defect: string,
  { signal, onProgress }: JobWatch,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = startThread(location, start, limits);
    const cancel = (): void => worker.postMessage("cancel");
    const die = (cause: unknown): void =>
      reject(new AppFailure({ kind: "internal", message: defect }, { cause }));
    let answer: Exclude<JobMessage<T>, { done: number }> | null = null;
    worker.on("message", (message: JobMessage<T>) => {
      if ("done" in message) onProgress(message.done, message.total);
      else answer = message;
    });
    worker.on("error", die);
    // The answer counts once the thread is gone, so that nothing of the job is left running behind it.
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

/** The thread's end of a job: does the work, and reports progress and the outcome. */
export async function answerJob(
  port: MessagePort,
  work: (watch: JobWatch) => Promise<unknown>,
): Promise<void> {
  const abort = new AbortController();
  port.once("message", () => abort.abort());
  let reported = 0;
  const report = (message: JobMessage<unknown>): void => port.postMessage(message);
  const onProgress = (done: number, total: number | null): void => {
    const now = performance.now();
    if (now - reported < PROGRESS_STEP && (total === null || done < total)) return;
    reported = now;
    report({ done, total });
  };
  try {
    report({ ok: true, value: await work({ signal: abort.signal, onProgress }) });
  } catch (thrown) {
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    report({ ok: false, error: toAppError(thrown), stack });
  }
  port.close();
}
