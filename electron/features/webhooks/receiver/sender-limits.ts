import type { Clock } from "../../../base/clock.ts";

/** Requests that a sender may make at once, and every second. */
interface Rate {
  readonly capacity: number;
  readonly perSecond: number;
}

const ACCEPTED: Rate = { capacity: 12_000, perSecond: 1_000 };
const REFUSED: Rate = { capacity: 120, perSecond: 10 };
/** Senders that are remembered. */
const MOST_SENDERS = 10_000;

interface Bucket {
  level: number;
  /** Ms that only ever grow. */
  at: number;
}

/**
 * Limits the requests of each sender (token buckets). Refused requests have a separate bucket: behind an unnamed proxy
 * a stranger has the same address as the service, whose deliveries must not stop because of the stranger.
 */
export class SenderLimits {
  readonly #accepted: Buckets;
  readonly #refused: Buckets;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#accepted = new Buckets(ACCEPTED, clock);
    this.#refused = new Buckets(REFUSED, clock);
  }

  /** Takes a request that was verified. @returns 0, or the seconds that the sender has to wait. */
  accept(sender: string): number {
    return this.#accepted.take(sender);
  }

  /** Takes a request that was refused. @returns 0, or the seconds that the sender has to wait. */
  refuse(sender: string): number {
    return this.#refused.take(sender);
  }
}

class Buckets {
  readonly #rate: Rate;
  readonly #clock: Pick<Clock, "monotonic">;
  /** The one that was used last is the last one. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Pick<Clock, "monotonic">) {
    [this.#rate, this.#clock] = [rate, clock];
  }

  take(sender: string): number {
    const { capacity, perSecond } = this.#rate;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(sender) ?? { level: capacity, at: now };
    bucket.level = Math.min(capacity, bucket.level + ((now - bucket.at) * perSecond) / 1_000);
    bucket.at = now;
    this.#buckets.delete(sender);
    this.#buckets.set(sender, bucket);
    if (this.#buckets.size > MOST_SENDERS) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
    if (bucket.level < 1) return Math.ceil((1 - bucket.level) / perSecond);
    bucket.level -= 1;
    return 0;
  }
}
