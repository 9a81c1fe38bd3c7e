import v8 from "node:v8";
import { Worker, type ResourceLimits, type MessagePort } from "node:worker_threads";
import { AppFailure, said, toAppError, type AppError } from "../../shared/base/errors.ts";
import type { Sentence } from "../../shared/base/text/texts.ts";
import { systemClock, type Clock, type Timer } from "./clock.ts";
import { followProcessLocale } from "./process-locale.ts";

/** The folder of a build's entries, relative to one of its bundles. */
export const entriesFrom = (bundle: string): string => (bundle.includes("/chunks/") ? ".." : ".");

/**
 * Finds the file of a thread. In the source tree, this file is a module in the caller's folder or in `folder`. In a
 * build, the file is next to the bundle that contains the caller.
 * @param folder a folder relative to the caller's folder.
 */
export function threadLocation(here: string, name: string, folder = "."): URL {
  const relative = here.endsWith(".ts") ? `${folder}/${name}.ts` : `${entriesFrom(here)}/${name}.js`;
  return new URL(/* @vite-ignore */ relative, here);
}

/**
 * A number of calls that no thread reaches. After this number of calls, V8 would compile a wrapper around a function
 * that WebAssembly imports. Node compiles TypeScript by WebAssembly, separately in each thread, and two threads that
 * compile the same wrapper at once can crash the process: the later thread frees code that belongs to no module (seen
 * with Node 24.21, `Runtime_TierUpWasmToJSWrapper`).
 */
const NO_WRAPPER_TIER_UP = "--wasm-wrapper-tiering-budget=1000000000";

export function startThread(location: URL, workerData: unknown, resourceLimits: ResourceLimits): Worker {
  if (location.pathname.endsWith(".ts")) v8.setFlagsFromString(NO_WRAPPER_TIER_UP);
  return new Worker(location, { workerData, resourceLimits });
}

/** The messages from a job: progress, then the result. Any message to the job cancels the job. */
type JobMessage<T> =
  | { readonly done: number; readonly total: number | null }
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError; readonly stack: string };

/** A running job as its caller sees it: its progress and a signal that cancels it. */
interface JobWatch {
  readonly signal: AbortSignal;
  /** Called with the completed amount and the total amount; the total is null while it is unknown. */
  readonly onProgress: (done: number, total: number | null) => void;
}

/** The settings that all jobs of one kind share. */
export interface JobKind {
  /** The limits of the thread's heap, in megabytes. */
  readonly limits: { readonly maxYoungGenerationSizeMb: number; readonly maxOldGenerationSizeMb: number };
  /** The sentence for users if the thread dies. */
  readonly defect: Sentence;
  /** Makes the error of a job that runs out of memory; null if running out of memory is a defect. */
  readonly exhausted: (() => Error) | null;
  /**
   * Makes the error of a cancelled job whose thread had to be ended. Null if the thread must never be ended: either the
   * job must remove its files, or ending it would crash the process because the job has a database open.
   */
  readonly ended: (() => Error) | null;
}

/** Ms between two messages of progress. */
const PROGRESS_STEP = 100;
/**
 * Ms within which a cancelled job should end by itself. A job that computes without a pause cannot notice that it was
 * cancelled.
 */
const GRACE = 250;

/**
 * Runs one job in its own thread, which ends with the job. @param clock a real clock by default, because a thread
 * computes in real time.
 */
export function runJob<T>(
  location: URL,
  start: unknown,
  { limits, defect, exhausted, ended }: JobKind,
  { signal, onProgress }: JobWatch,
  clock: Pick<Clock, "after"> = systemClock,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = startThread(location, start, limits);
    let answer: Exclude<JobMessage<T>, { done: number }> | null = null;
    let grace: Timer | null = null;
    let isEnded = false;
    const end = (): void => {
      isEnded = true;
      void worker.terminate();
    };
    const cancel = (): void => {
      worker.postMessage("cancel");
      if (ended !== null) grace = clock.after(GRACE, end);
    };
    const die = (cause: unknown): void =>
      reject(new AppFailure({ kind: "internal", ...said(defect) }, { cause }));
    worker.on("message", (message: JobMessage<T>) => {
      if ("done" in message) onProgress(message.done, message.total);
      else answer = message;
    });
    worker.on("error", (thrown: Error & { readonly code?: string }) => {
      if (thrown.code === "ERR_WORKER_OUT_OF_MEMORY" && exhausted !== null) reject(exhausted());
      else die(thrown);
    });
    // The result is reported after the thread has ended, so that nothing of the job is still running then.
    worker.on("exit", (code) => {
      grace?.stop();
      signal.removeEventListener("abort", cancel);
      if (answer?.ok === true) return resolve(answer.value);
      if (answer) return reject(new AppFailure(answer.error, { cause: new Error(answer.stack) }));
      if (isEnded && ended !== null) return reject(ended());
      die(new Error(`worker ended with code ${code}`));
    });
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  });
}

/** Runs a job inside its thread, and reports its progress and outcome. */
export async function answerJob(
  port: MessagePort,
  work: (watch: JobWatch) => Promise<unknown>,
): Promise<void> {
  followProcessLocale();
  const abort = new AbortController();
  port.once("message", () => abort.abort());
  let reported = 0;
  const report = (message: JobMessage<unknown>): void => port.postMessage(message);
  const onProgress = (done: number, total: number | null): void => {
    const now = systemClock.monotonic();
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
