import { systemClock, type Clock } from "../../electron/base/clock.ts";

/** A clock that only the test moves; sleeps end at their time. */
export interface ManualClock extends Clock {
  /** Moves time and ends the due sleeps in order. Then lets the waiting code run. */
  advance(milliseconds: number): Promise<void>;
  /** The number of running sleeps. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Makes a clock that begins at a moment (ms since the epoch). */
export function manualClock(begin = Date.parse("2026-01-01T00:00:00Z"), chance = 0): ManualClock {
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => begin + elapsed,
    monotonic: () => elapsed,
    random: () => chance,
    get sleeping() {
      return sleepers.size;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const sleeper: Sleeper = {
          due: elapsed + milliseconds,
          wake: () => {
            signal?.removeEventListener("abort", stop);
            sleepers.delete(sleeper);
            resolve();
          },
        };
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        if (signal?.aborted) return stop();
        signal?.addEventListener("abort", stop, { once: true });
        sleepers.add(sleeper);
      }),
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      // Code that keeps sleeping for no time would keep this loop running.
      const deadline = performance.now() + 60_000;
      for (;;) {
        if (performance.now() > deadline) throw new Error("the clock is advanced without an end");
        const [next] = [...sleepers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due);
        if (!next) break;
        elapsed = Math.max(elapsed, next.due);
        next.wake();
        await new Promise((resolve) => setImmediate(resolve));
      }
      elapsed = end;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/**
 * The longest sleep that takes real time, in ms. Threads, such as the index's thread, do not wait for a
 * manual clock.
 */
const SHORT_MS = 1_000;

/** A manual clock for whole programs: short sleeps take real time, longer ones end when the test moves the clock. */
export function calendarClock(begin: number): ManualClock {
  const clock = manualClock(begin);
  return {
    ...clock,
    get sleeping() {
      return clock.sleeping;
    },
    sleep: (milliseconds, signal) =>
      (milliseconds <= SHORT_MS ? systemClock : clock).sleep(milliseconds, signal),
  };
}
