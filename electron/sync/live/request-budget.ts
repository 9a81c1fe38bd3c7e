import type { Clock } from "../../base/clock.ts";

/** Ms in which one request is earned: as much as refreshing every 10 s would cost. */
const EARNED_EVERY = 10_000;
/** The most requests that are saved up. */
const MOST_SAVED = 20;

/**
 * Bounds what events may cost: never more requests than refreshing every 10 s. One is earned each 10 s, scheduled passes
 * spend them too, and what is not needed is saved for a burst.
 */
export class RequestBudget {
  readonly #clock: Pick<Clock, "monotonic">;
  #saved = 0;
  /** Monotonic ms up to which requests were earned. */
  #earnedUntil: number;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
    this.#earnedUntil = clock.monotonic();
  }

  /** Requests that may be sent now; negative where passes ran that nothing was saved for. */
  get available(): number {
    const earned = Math.floor((this.#clock.monotonic() - this.#earnedUntil) / EARNED_EVERY);
    this.#earnedUntil += earned * EARNED_EVERY;
    this.#saved = Math.min(MOST_SAVED, this.#saved + earned);
    return this.#saved;
  }

  /** Ms until so many requests may be sent, at most those of a full budget. */
  waitFor(requests: number): number {
    const lacking = Math.min(requests, MOST_SAVED) - this.available;
    if (lacking <= 0) return 0;
    return this.#earnedUntil + lacking * EARNED_EVERY - this.#clock.monotonic();
  }

  spend(requests: number): void {
    this.#saved = Math.max(this.available - requests, -MOST_SAVED);
  }
}
