import type { Clock } from "../base/clock.ts";
import type { Fetched } from "../store/ingest/upsert.ts";

/** The most ms by which an answer's `Date` is too early. The header has whole seconds, rounded down. */
const HEADER_STEP = 999;
const DAY = 86_400_000;

/** The service's clock, estimated from the `Date` headers of its answers. */
export class ServiceClock {
  readonly #clock: Clock;
  #skew: number | null = null;
  #answeredAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The service's clock minus the local clock in ms; null before the first `Date`. */
  get skew(): number | null {
    return this.#skew;
  }

  /** The last `Date` header in ms since the epoch; null before the first. */
  get answeredAt(): number | null {
    return this.#answeredAt;
  }

  /**
   * Corrects a local time that is over a day behind, ms since the epoch. A day counted by that clock would lengthen the
   * observation for good. A smaller difference is not corrected, because days follow this computer's clock.
   */
  correct(local: number): number {
    return this.#skew !== null && this.#skew > DAY ? local + this.#skew : local;
  }

  /**
   * Notes an answer that has just arrived.
   * @param serverTime its `Date` header in ms since the epoch; null if absent.
   * @returns the latest time of the answer, by the service's clock if it is known.
   */
  observe(serverTime: number | null): number {
    const now = this.#clock.now();
    if (serverTime !== null) [this.#skew, this.#answeredAt] = [serverTime - now, serverTime];
    // The difference of the clocks comes from a header too.
    return this.#skew === null ? Math.round(now) : Math.round(now + this.#skew) + HEADER_STEP;
  }
}

/**
 * Numbers answers in the order in which their requests were sent. The numbers decide which of two fetches is later
 * (design 4.4). They are not times, because the local clock may step.
 */
export class FetchSequence {
  #last: number;

  /** @param last the highest number in the store. */
  constructor(last: number) {
    this.#last = last;
  }

  take(): number {
    this.#last += 1;
    return this.#last;
  }
}

/**
 * Numbers a request for one record that is about to be sent.
 * @returns a function that describes the answer when it has arrived; `serverTime` is its `Date`.
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
