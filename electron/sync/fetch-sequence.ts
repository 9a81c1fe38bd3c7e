import type { Clock } from "../base/clock.ts";
import type { Fetched } from "../store/ingest/upsert.ts";
import type { ServiceClock } from "./service-clock.ts";

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
