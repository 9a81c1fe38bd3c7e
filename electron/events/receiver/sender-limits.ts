import type { Clock } from "../../base/clock.ts";

/** Requests that a sender may have at once, and every second. */
const [CAPACITY, PER_SECOND] = [12_000, 1_000];
/** What a refused request costs. */
const REFUSED = 100;
/** Senders that are remembered. */
const MOST_SENDERS = 10_000;

interface Bucket {
  level: number;
  /** Ms that only ever grow. */
  at: number;
}

/** Limits the requests of each sender (a token bucket), refused ones much more than others. */
export class SenderLimits {
  readonly #clock: Pick<Clock, "monotonic">;
  /** The one that was used last stands last. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Takes one request. @returns 0, or the seconds that the sender has to wait. */
  take(sender: string): number {
    const bucket = this.#bucketOf(sender);
    if (bucket.level < 1) return Math.ceil((1 - bucket.level) / PER_SECOND);
    bucket.level -= 1;
    return 0;
  }

  /** Makes a sender pay for a request that was refused. */
  punish(sender: string): void {
    const bucket = this.#bucketOf(sender);
    bucket.level = Math.max(-CAPACITY, bucket.level - REFUSED);
  }

  #bucketOf(sender: string): Bucket {
    const now = this.#clock.monotonic();
    const known = this.#buckets.get(sender);
    const bucket = known ?? { level: CAPACITY, at: now };
    bucket.level = Math.min(CAPACITY, bucket.level + ((now - bucket.at) * PER_SECOND) / 1_000);
    bucket.at = now;
    this.#buckets.delete(sender);
    this.#buckets.set(sender, bucket);
    if (this.#buckets.size > MOST_SENDERS) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
    return bucket;
  }
}
