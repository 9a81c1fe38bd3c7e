import type { Clock } from "../base/clock.ts";

/** The `Date` header counts whole seconds, rounded down: an answer was given before the next one began. */
const HEADER_STEP = 999;

/** The service's clock, estimated from the `Date` headers of its answers. */
export class ServiceClock {
  readonly #clock: Clock;
  #skew: number | null = null;
  #answeredAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Service clock less local clock in ms; null before the first `Date`. */
  get skew(): number | null {
    return this.#skew;
  }

  /** The `Date` of the last answer that had one, in ms since the epoch; null before that. */
  get answeredAt(): number | null {
    return this.#answeredAt;
  }

  /**
   * Takes note of an answer that has just arrived.
   * @param serverTime its `Date` header in ms since the epoch; null if it has none.
   * @returns the time by which the service has answered, by its own clock if that is known.
   */
  observe(serverTime: number | null): number {
    const now = this.#clock.now();
    if (serverTime !== null) [this.#skew, this.#answeredAt] = [serverTime - now, serverTime];
    return serverTime === null ? Math.round(now + (this.#skew ?? 0)) : serverTime + HEADER_STEP;
  }
}
