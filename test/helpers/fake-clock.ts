import type { Clock } from "../../electron/base/clock.ts";

/** A clock that tests move; a sleep takes no real time, but the clock moves by its length. */
export interface FakeClock extends Clock {
  /** Every sleep so far, in ms. */
  readonly sleeps: readonly number[];
  /** Moves only the local clock, as a correction of the time does. */
  step(milliseconds: number): void;
}

/** Makes a clock that begins at a moment (ms since the epoch); its random number is always the same. */
export function fakeClock(begin = Date.parse("2026-01-01T00:00:00Z"), chance = 0): FakeClock {
  let now = begin;
  let monotonic = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    monotonic: () => monotonic,
    random: () => chance,
    step: (milliseconds) => {
      now += milliseconds;
    },
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
      monotonic += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}
