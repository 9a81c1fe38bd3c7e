import type { Clock } from "../base/clock.ts";
import type { Fetched } from "../store/ingest/upsert.ts";

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

/**
 * Numbers answers in the order in which their requests were sent. By these numbers "the later fetch wins" (design 4.4).
 * They are not times, because the local clock may step.
 */
export class FetchSequence {
  #last: number;

  /** @param last the highest number that the store knows. */
  constructor(last: number) {
    this.#last = last;
  }

  /** The next number. */
  take(): number {
    this.#last += 1;
    return this.#last;
  }
}

/**
 * Numbers a request for one record, which is about to be sent.
 * @returns a function that describes the answer once it has arrived; `serverTime` is its `Date`.
 */
export function verifiedFetch({
  sequence,
  clock,
  serviceClock,
}: {
  readonly sequence: FetchSequence;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
}): (serverTime: number | null) => Fetched {
  const number = sequence.take();
  return (serverTime) => ({
    sequence: number,
    at: clock.now(),
    servedBy: serviceClock.observe(serverTime),
    verified: true,
  });
}
