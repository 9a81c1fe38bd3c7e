import type { Clock } from "../base/clock.ts";

/** Counts events within the last minute, hour or other window, by the monotonic clock. */
export class SlidingCount {
  readonly #clock: Clock;
  readonly #window: number;
  #moments: number[] = [];

  /** @param window ms. */
  constructor(clock: Clock, window: number) {
    this.#clock = clock;
    this.#window = window;
  }

  /** Counts one more, now. */
  add(): void {
    this.#moments.push(this.#clock.monotonic());
  }

  /** How many there were within the window that ends now. */
  get total(): number {
    const since = this.#clock.monotonic() - this.#window;
    this.#moments = this.#moments.filter((moment) => moment > since);
    return this.#moments.length;
  }
}
