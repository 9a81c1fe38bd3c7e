import { localDay } from "../../shared/base/time/local-day.ts";

/** Calls that are planned. */
export interface Timer {
  /** Cancels the calls to come. */
  stop(): void;
}

/** The page's only source of time. It looks its functions up at each call, because tests replace them in the meantime. */
export const clock = {
  /** Milliseconds since the epoch, by the local clock, which may step. */
  now: (): number => Date.now(),
  /** Milliseconds that never go back. The time stamps of events count from the same moment. */
  monotonic: (): number => performance.now(),
  /** Calls a function once, after `milliseconds`. */
  after: (milliseconds: number, act: () => void): Timer => {
    const timer = setTimeout(act, milliseconds);
    return { stop: () => clearTimeout(timer) };
  },
  /** Calls a function repeatedly, every `milliseconds`. */
  every: (milliseconds: number, act: () => void): Timer => {
    const timer = setInterval(act, milliseconds);
    return { stop: () => clearInterval(timer) };
  },
  /** Resolves after `milliseconds`. */
  wait: (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** The local calendar day, as an ISO 8601 date. */
export const today = (): string => localDay(new Date(clock.now()));
