import type { Clock } from "../../../base/clock.ts";

/** The most single requests within a window; one pass takes the place of all of them. */
export const MOST_SINGLES = 20;
const WINDOW_MS = 10_000;

/** Limits the requests that webhooks cause: in any ten seconds at most 20 single requests or one pass. */
export class RequestBound {
  readonly #clock: Pick<Clock, "monotonic">;
  /** Requests of the last ten seconds, the oldest first; `at` is monotonic ms. */
  #sent: readonly { readonly at: number; readonly requests: number }[] = [];

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Ms until this many requests may be sent, at most `MOST_SINGLES`. */
  waitFor(requests: number): number {
    const now = this.#clock.monotonic();
    this.#sent = this.#sent.filter(({ at }) => at + WINDOW_MS > now);
    let used = this.#sent.reduce((sum, sent) => sum + sent.requests, 0);
    let wait = 0;
    for (const sent of this.#sent) {
      if (used + requests <= MOST_SINGLES) break;
      used -= sent.requests;
      wait = sent.at + WINDOW_MS - now;
    }
    return wait;
  }

  spend(requests: number): void {
    this.#sent = [...this.#sent, { at: this.#clock.monotonic(), requests }];
  }
}
