import { createHash } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { Pacing } from "./pacing.ts";
import { RequestQueue } from "./request-queue.ts";

/** The request queue and pacing of one key at one service (specification 8). */
export interface KeyLimit {
  readonly queue: RequestQueue;
  readonly pacing: Pacing;
}

export function keyLimit(clock: Clock): KeyLimit {
  return { queue: new RequestQueue({ clock }), pacing: new Pacing(clock) };
}

/**
 * The limits of all keys that were used since the start. They outlive the clients: neither another connection nor
 * entering the same key again ends the wait after a 429.
 */
export class KeyLimits {
  readonly #clock: Clock;
  /** The limits by the digest of a key. The digest is used because a forgotten key must not stay in memory. */
  readonly #limits = new Map<string, KeyLimit>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The limit of a key. @param baseUrl the normalised base URL. @param key the normalised key. */
  of(baseUrl: string, key: string): KeyLimit {
    const digest = createHash("sha256").update(`${baseUrl}\n${key}`).digest("base64");
    const limit = this.#limits.get(digest) ?? keyLimit(this.#clock);
    this.#limits.set(digest, limit);
    return limit;
  }
}
