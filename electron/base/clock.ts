import { setTimeout as delay } from "node:timers/promises";

/** Time and chance, the two things that tests replace. */
export interface Clock {
  /** Milliseconds since the epoch, by the local clock, which may step. */
  now(): number;
  /** Milliseconds that never go back, for measuring waits. */
  monotonic(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason when aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal ? { signal } : {});
    } catch (error) {
      // The timer's own AbortError hides the reason that the caller gave.
      throw signal?.aborted ? signal.reason : error;
    }
  },
  random: () => Math.random(),
};

/** Calls a function at most once per `step` ms. The last call always happens. */
export class Throttle {
  readonly #step: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(step: number, act: () => void) {
    this.#step = step;
    this.#act = act;
  }

  now(): void {
    this.stop();
    this.#act();
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#step);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
