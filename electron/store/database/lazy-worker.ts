import { STORE_ERRORS } from "./messages.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { threadLocation } from "../../base/thread.ts";
import { remoteOf, type Remote } from "./worker-rpc.ts";

/**
 * The location of the code for the store's threads. It belongs to the host, which combines the store with the features'
 * tasks.
 */
export const storeWorkerFile = (): URL => threadLocation(import.meta.url, "store-worker", "../../hosts/core");

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * A service whose thread starts with the first call that needs it. At launch, each thread would take 50 ms of processor
 * time.
 */
export interface LazyWorker<T> {
  readonly remote: Remote<T>;
  /** Starts the thread unless it is running. All later calls go to it. */
  readonly start: () => void;
  /** Ends the thread when it has answered all calls, which frees its memory. */
  readonly rest: () => Promise<void>;
}

/**
 * Makes a service whose thread starts when it is needed.
 * @param begin starts the thread.
 * @param here answers calls before the thread starts. The first call that it cannot answer starts the thread.
 */
export function lazyWorker<T extends object>(
  begin: () => Remote<T>,
  here: Partial<Remote<T>>,
): LazyWorker<T> {
  let thread: Record<string, Call> | null = null;
  let resting: Promise<void> | null = null;
  let closed = false;
  const calls = here as Record<string, Call | undefined>;
  const started = (): Record<string, Call> => (thread ??= begin() as unknown as Record<string, Call>);
  const endThread = async (): Promise<void> => {
    try {
      await thread?.["close"]?.();
      thread = null;
    } catch {
      // If a thread cannot close, or has died, the next call fails.
    } finally {
      resting = null;
    }
  };
  return {
    remote: remoteOf(async (method, args) => {
      // If two threads had the same file open, each would have its own row counts.
      if (resting) await resting;
      if (closed) throw new AppFailure({ kind: "internal", ...said(STORE_ERRORS.closed) });
      if (method === "close" && !thread) {
        closed = true;
        return calls["close"]?.();
      }
      const answer = thread ? null : calls[method];
      return answer ? answer(...args) : started()[method]?.(...args);
    }),
    start: () => {
      if (!closed) started();
    },
    rest: () => {
      if (!closed && thread) resting ??= endThread();
      return resting ?? Promise.resolve();
    },
  };
}
