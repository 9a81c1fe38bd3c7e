import { AppFailure, CANCELLED_ERROR } from "../../shared/base/errors.ts";
import type { Clock } from "../base/clock.ts";
import type { Priority } from "./request-queue.ts";

/** Counts events within the last minute, hour or other window, by the monotonic clock. */
export class SlidingCount {
  readonly #clock: Clock;
  readonly #window: number;
  #moments: number[] = [];

  /** @param window the length of the window in ms. */
  constructor(clock: Clock, window: number) {
    this.#clock = clock;
    this.#window = window;
  }

  add(): void {
    this.#moments.push(this.#clock.monotonic());
  }

  /** The number of events within the window that ends now. */
  get total(): number {
    const since = this.#clock.monotonic() - this.#window;
    this.#moments = this.#moments.filter((moment) => moment > since);
    return this.#moments.length;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** With fewer requests per minute than this, a 429 does not show the limit. No limit is that low. */
const FEW = 10;
/**
 * The increase after a success, in requests a minute. With this step, a client uses nine tenths of a limit and gets a
 * 429 every three minutes.
 */
const STEP = 0.25;
/** The number of unexplained 429s that make the app report other use of the key. */
const ENOUGH_EVIDENCE = 2;

/** The rates that were learned from the 429s so far. */
interface LearnedRate {
  /** The background requests a minute that are allowed now. */
  readonly allowed: number;
  /** The rate of this client when the last 429 arrived, in requests a minute. */
  readonly refused: number;
}

/**
 * Learns from 429s how far apart background requests have to be. Specification 8 gives neither the limit nor its
 * window. Additive increase, multiplicative decrease, in requests a minute:
 *
 * - until a service has answered 429, no request is delayed; user requests never are;
 * - the first 429 halves the rate of the last minute. A later 429 halves the allowed rate, or the rate of the last two
 *   requests if the service is slower. A refused probe changes nothing, nor does a 429 after fewer than ten requests in
 *   a minute;
 * - each success adds a quarter of a request a minute; at twice the refused rate the spacing ends.
 *
 * It also infers whether the key is used elsewhere. A 429 is evidence of other use if this client sent fewer than ten
 * requests in the minute before, or fewer than half of its highest rate without a 429. A 429 is no evidence if it
 * refuses a probe. Nor is it within an hour after a 429 that this client's own requests explain, because the service
 * may count by the hour. Two 429s within an hour that are evidence are reported for an hour.
 */
export class Pacing {
  readonly #clock: Clock;
  readonly #lastMinute: SlidingCount;
  #lesson: LearnedRate | null = null;
  /** The monotonic ms at which the last background request was or will be sent. */
  #lastTurn = Number.NEGATIVE_INFINITY;
  /** The monotonic ms of the last background request; below, the ms since the request before it. */
  #lastSent = Number.NEGATIVE_INFINITY;
  #lastGap = Number.POSITIVE_INFINITY;
  /** The highest rate without a 429, in requests a minute. */
  #peakWithout429 = 0;
  #refusedSinceSuccess = false;
  #ownDoing = Number.NEGATIVE_INFINITY;
  #evidence: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastMinute = new SlidingCount(clock, MINUTE);
  }

  /** Milliseconds between background requests; 0 without a limit. */
  get spacingMs(): number {
    return this.#lesson === null ? 0 : Math.round(MINUTE / this.#lesson.allowed);
  }

  /** True while 429s arrive that this client's own requests do not explain. */
  get foreignUse(): boolean {
    return this.#recentEvidence().length >= ENOUGH_EVIDENCE;
  }

  /** Waits for the turn of a background request. @throws AppFailure `cancelled`. */
  async turn(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const before = this.#lastTurn;
    const due = Math.max(now, before + this.spacingMs);
    this.#lastTurn = due;
    if (due <= now) return;
    try {
      await this.#clock.wait(due - now, signal);
    } catch {
      // The request did not use its turn. The next request gets this turn, unless another request already waits for a
      // later turn.
      if (this.#lastTurn === due) this.#lastTurn = before;
      throw new AppFailure(CANCELLED_ERROR);
    }
  }

  /** Counts a request when it is sent, after all waits. */
  sent(priority: Priority): void {
    this.#lastMinute.add();
    if (priority !== "background") return;
    const now = this.#clock.monotonic();
    this.#lastGap = now - this.#lastSent;
    this.#lastSent = now;
    this.#lastTurn = Math.max(this.#lastTurn, now);
  }

  /** Records an answer other than 429. */
  succeeded(): void {
    this.#refusedSinceSuccess = false;
    this.#peakWithout429 = Math.max(this.#peakWithout429, this.#lastMinute.total);
    if (this.#lesson === null) return;
    const { allowed, refused } = this.#lesson;
    this.#lesson = allowed + STEP >= 2 * refused ? null : { allowed: allowed + STEP, refused };
  }

  /** Records an answer with 429. */
  refused(): void {
    if (this.#refusedSinceSuccess) return;
    this.#refusedSinceSuccess = true;
    const rate = this.#lastMinute.total;
    if (rate < FEW || rate < this.#peakWithout429 / 2) this.#noteEvidence();
    else this.#ownDoing = this.#clock.monotonic();
    if (rate < FEW) return;
    const refused = this.#lesson === null ? rate : Math.min(this.#lesson.allowed, MINUTE / this.#lastGap);
    this.#lesson = { allowed: refused / 2, refused };
  }

  #noteEvidence(): void {
    const now = this.#clock.monotonic();
    if (now - this.#ownDoing < HOUR) return;
    this.#evidence = [...this.#recentEvidence(), now];
    // The limit may have been lowered, so each 429 halves the remembered highest rate.
    this.#peakWithout429 /= 2;
  }

  #recentEvidence(): readonly number[] {
    const now = this.#clock.monotonic();
    return this.#evidence.filter((at) => now - at < HOUR);
  }
}
