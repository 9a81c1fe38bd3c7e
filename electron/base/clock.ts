import { setTimeout as delay } from "node:timers/promises";

/** Time and random numbers. Tests replace them. `after` and `every` never keep a process alive, but `wait` does. */
export interface Clock {
  /** Milliseconds since the epoch, by the local clock, which may be set back or forward. */
  now(): number;
  /** Milliseconds that never go back, for measuring waits. */
  monotonic(): number;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
  /** Calls a function once, after `milliseconds`. */
  after(milliseconds: number, act: () => void): Timer;
  /** Calls a function repeatedly, every `milliseconds`. */
  every(milliseconds: number, act: () => void): Timer;
  /** Resolves after `milliseconds`; rejects with the signal's reason when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** One or more planned calls. */
export interface Timer {
  /** Cancels the calls that have not happened yet. */
  stop(): void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds).unref();
    return { stop: () => clearTimeout(timer) };
  },
  every: (milliseconds, act) => {
    const timer = setInterval(act, milliseconds).unref();
    return { stop: () => clearInterval(timer) };
  },
  wait: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, signal ? { signal } : {});
    } catch (error) {
      // The timer's own AbortError would hide the reason that the caller gave.
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** Waits for `milliseconds`, or until the signal is aborted. */
export const pause = (clock: Pick<Clock, "wait">, milliseconds: number, signal: AbortSignal): Promise<void> =>
  clock.wait(milliseconds, signal).catch(() => {});

/** Lets the process handle pending events. It takes no time on any clock. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Makes a signal that is aborted with a `TimeoutError` after `milliseconds`. */
export function timeoutSignal(clock: Pick<Clock, "after">, milliseconds: number): AbortSignal {
  const late = new AbortController();
  clock.after(milliseconds, () => late.abort(new DOMException("It took too long.", "TimeoutError")));
  return late.signal;
}

/** Calls a function at most once per `step` ms. The last call always happens. */
export class Throttle {
  readonly #clock: Clock;
  readonly #step: number;
  readonly #act: () => void;
  #timer: Timer | null = null;

  constructor(clock: Clock, step: number, act: () => void) {
    this.#clock = clock;
    this.#step = step;
    this.#act = act;
  }

  now(): void {
    this.stop();
    this.#act();
  }

  soon(): void {
    this.#timer ??= this.#clock.after(this.#step, () => this.now());
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }
}
