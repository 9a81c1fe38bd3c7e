import { localDay } from "../../shared/base/time/local-day.ts";

/** One or more planned calls. */
export interface Timer {
  /** Cancels the calls that have not happened yet. */
  stop(): void;
}

/**
 * The page's only source of time. Each call looks up the platform's function again, because tests replace it in the
 * meantime.
 */
export const clock = {
  /** Milliseconds since the epoch, by the local clock, which may be set back or forward. */
  now: (): number => Date.now(),
  /** Milliseconds that never go back. The time stamps of events are measured from the same origin. */
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
