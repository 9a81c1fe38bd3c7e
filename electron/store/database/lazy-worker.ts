import { AppFailure } from "../../../shared/base/errors.ts";
import { remoteOf, type Remote } from "./worker-rpc.ts";

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** A service whose thread starts with the first call that needs it. A thread costs a launch 50 ms of processor time. */
export interface LazyWorker<T> {
  readonly remote: Remote<T>;
  /** Starts the thread if it does not run; all later calls go to it. */
  readonly start: () => void;
  /** Ends the thread after its last answer, which frees its memory. */
  readonly rest: () => Promise<void>;
}

/**
 * @param begin starts the thread.
 * @param here answers calls until then; the first that it does not know starts the thread.
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
  const end = async (): Promise<void> => {
    try {
      await thread?.["close"]?.();
      thread = null;
    } catch {
      // A thread that cannot close, or has died, fails the next call.
    } finally {
      resting = null;
    }
  };
  return {
    remote: remoteOf(async (method, args) => {
      // Two that have a file open at once would each count its rows for themselves.
      if (resting) await resting;
      if (closed) throw new AppFailure({ kind: "internal", message: "This part of Stockdeck is closed." });
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
      if (!closed && thread) resting ??= end();
      return resting ?? Promise.resolve();
    },
  };
}
