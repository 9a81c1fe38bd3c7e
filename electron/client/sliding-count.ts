import type { Clock } from "../base/clock.ts";

/** Buckets of a window: a count is then right to a sixtieth of it. */
const BUCKETS = 60;

/**
 * Counts what happened within the last minute, hour or other window, in sixty buckets, so that a thousand requests a
 * second cost no more than one. By the monotonic clock: a step of the local one moves nothing.
 */
export class SlidingCount {
  readonly #clock: Clock;
  readonly #width: number;
  readonly #counts = Array.from({ length: BUCKETS }, () => 0);
  /** The number of the newest bucket, counted from the clock's beginning. */
  #newest: number;

  /** @param window ms. */
  constructor(clock: Clock, window: number) {
    this.#clock = clock;
    this.#width = window / BUCKETS;
    this.#newest = this.#now();
  }

  /** Counts one more, now. */
  add(): void {
    this.#drop();
    const place = this.#newest % BUCKETS;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  /** How many there were within the window that ends now. */
  get total(): number {
    this.#drop();
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  #now(): number {
    return Math.floor(this.#clock.monotonic() / this.#width);
  }

  /** Empties the buckets that time has passed over. */
  #drop(): void {
    const now = this.#now();
    const passed = Math.min(now - this.#newest, BUCKETS);
    for (let step = 0; step < passed; step += 1) this.#counts[(now - step) % BUCKETS] = 0;
    this.#newest = Math.max(this.#newest, now);
  }
}
