import { AppFailure, CANCELLED_ERROR, said, type AppError } from "../../shared/base/errors.ts";
import { REFUSED } from "./messages.ts";
import type { Clock } from "../base/clock.ts";

/** The shortest wait after a 429 in milliseconds, even if the service demands 0. */
export const SHORTEST_WAIT = 1_000;
/** The longest wait that a pass accepts, in milliseconds. */
export const LONGEST_WAIT = 15 * 60_000;

const FIRST_GUESS = 30_000;
const LONGEST_GUESS = 10 * 60_000;

/**
 * Reads a `Retry-After` header: digits are seconds, anything else is an HTTP date. Specification 8 leaves the
 * unit open; RFC 9110 defines it.
 * @param now the service's clock if known, in ms since the epoch.
 * @returns milliseconds to wait, 0 or more; null if the header is absent or unreadable.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // `Date.parse` would accept "-5" and "abc 1", but an HTTP date begins with the name of a day.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The waits that an answer with 429 demands, in milliseconds; null if it demands none. */
export interface RetryAdvice {
  readonly header: number | null;
  readonly body: number | null;
}

/**
 * The wait after a 429 in ms; true if the service demands more than `LONGEST_WAIT`.
 * @param repeats the number of 429s since the last success.
 */
export function waitAfter429(advice: RetryAdvice, repeats: number): { wait: number; pastClamp: boolean } {
  if (advice.header === null && advice.body === null) {
    return { wait: Math.min(FIRST_GUESS * 2 ** repeats, LONGEST_GUESS), pastClamp: false };
  }
  const asked = Math.max(advice.header ?? 0, advice.body ?? 0);
  return { wait: Math.min(Math.max(asked, SHORTEST_WAIT), LONGEST_WAIT), pastClamp: asked > LONGEST_WAIT };
}

/** The priority of a request. `user` means that the user is waiting for the answer. */
export type Priority = "user" | "background";

/** The error of a request that was answered 429, or 503 with `Retry-After`. */
export class RetryLater extends Error {
  readonly advice: RetryAdvice;
  readonly error: AppError;

  constructor(advice: RetryAdvice, error: AppError) {
    super(error.message);
    this.advice = advice;
    this.error = error;
  }
}

/** The error of a request that waited too long to be valid. Its cursor is older than ten minutes (design 4.3). */
export class WaitedTooLong extends Error {}

/** The reason why no request is sent; `until` is the end, ms since the epoch. */
export interface Wait {
  readonly until: number;
  readonly reason: "rate_limited" | "retrying";
}

/** Called with the wait when it begins, and with null when it ends. */
type WaitListener = (wait: Wait | null) => void;

interface RunOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
  /** The monotonic ms after which the request throws `WaitedTooLong` instead of being sent. */
  readonly goodUntil?: number | undefined;
  /** The monotonic ms at which the first try was due; now by default. */
  readonly begun?: number;
  /** The most ms to wait until requests may be sent again. After that the request fails as `rate_limited`. */
  readonly timeout?: number;
}

interface Waiter {
  readonly priority: Priority;
  /** The most ms to wait until requests may be sent again. */
  readonly timeout: number;
  readonly enter: (probe: boolean) => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * The most requests that may run at once. Each page needs the cursor of the previous page, so one background request is
 * enough.
 */
const SLOTS: Readonly<Record<Priority, number>> = { user: 2, background: 1 };
/**
 * The shortest random delay after a wait, in ms; after a longer wait it is a tenth of the wait. The delay keeps two
 * clients from retrying together.
 */
const LEAST_JITTER = 250;

/**
 * The one queue of a key (specification 8: the limit is per key). After a 429 no request is sent until the wait is
 * over. Then one request is sent as a probe; if it succeeds, the other requests are sent too.
 */
export class RequestQueue {
  readonly #clock: Clock;
  #onWait: WaitListener = () => {};
  readonly #waiters: Waiter[] = [];
  readonly #underWay: Record<Priority, number> = { user: 0, background: 0 };
  /** The monotonic ms at which the wait is over; null while requests may be sent. */
  #gate: number | null = null;
  /** The failure that started the wait. */
  #closedBy: AppError | null = null;
  /** The number of 429s since the last success. A 503 is not counted, because it states how long to wait. */
  #repeats = 0;
  #waited = 0;
  /** Cancels the timer for the end of the wait; null while no timer runs. */
  #alarm: AbortController | null = null;

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  listen(onWait: WaitListener): void {
    this.#onWait = onWait;
  }

  /** The current wait; null if no request has to wait. */
  get wait(): Wait | null {
    const closedFor = this.#closedFor();
    return closedFor > 0 ? { until: this.#clock.now() + closedFor, reason: this.#reason } : null;
  }

  /** The sum of all waits that the service has demanded, in ms. */
  get waited(): number {
    return this.#waited;
  }

  /**
   * Runs `send` when its turn comes, and again after each 429. A 503 with `Retry-After` starts a wait like a 429, but
   * is thrown, because the client limits its own retries.
   * @throws AppFailure `rate_limited` if the service demands more than the longest wait, or if the waits of all tries
   * of this request together exceed it; `server` for a 503; both with `retryAt`. Also `cancelled`, WaitedTooLong, and
   * everything else that `send` throws.
   */
  async run<T>(send: () => Promise<T>, options: RunOptions): Promise<T> {
    const timeout = options.timeout ?? Number.POSITIVE_INFINITY;
    const begun = options.begun ?? this.#clock.monotonic();
    for (;;) {
      const closedFor = this.#closedFor();
      if (closedFor > timeout) throw new AppFailure(this.#waiting(closedFor));
      const probe = await this.#enter(options);
      const now = this.#clock.monotonic();
      const waited = now - begun;
      try {
        if (options.goodUntil !== undefined && now > options.goodUntil) throw new WaitedTooLong();
        const value = await send();
        this.#leave(options.priority, probe, true);
        return value;
      } catch (thrown) {
        if (!(thrown instanceof RetryLater)) {
          // A broken connection, an answer of a proxy, or a request that was not sent proves nothing about the limit.
          const answered =
            thrown instanceof AppFailure
            && thrown.error.status !== undefined
            && thrown.error.kind !== "network";
          this.#leave(options.priority, probe, answered);
          throw thrown;
        }
        const { wait, pastClamp } = waitAfter429(thrown.advice, this.#repeats);
        this.#close(options.priority, wait, thrown.error);
        const tooLong = pastClamp || waited + wait > LONGEST_WAIT;
        if (tooLong) throw new AppFailure({ ...thrown.error, ...this.#waiting(wait) }, { cause: thrown });
        if (thrown.error.kind !== "rate_limited") throw new AppFailure(thrown.error, { cause: thrown });
      }
    }
  }

  /** The error of a request that would have to wait too long. @param wait ms. */
  #waiting(wait: number): AppError {
    const retryAt = new Date(this.#clock.now() + wait).toISOString();
    return this.#reason === "rate_limited"
      ? { kind: "rate_limited", retryAt, ...said(REFUSED.limitWaits) }
      : { kind: "server", retryAt, ...said(REFUSED.waits) };
  }

  get #reason(): Wait["reason"] {
    return this.#closedBy?.kind === "server" ? "retrying" : "rate_limited";
  }

  #closedFor(): number {
    return this.#gate === null ? 0 : Math.max(0, this.#gate - this.#clock.monotonic());
  }

  #enter({ priority, signal, timeout = Number.POSITIVE_INFINITY }: RunOptions): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const refuse = (error: AppError): void => {
        signal?.removeEventListener("abort", cancelled);
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        if (this.#waiters.length === 0) this.#stopWaiting();
        reject(new AppFailure(error));
      };
      const cancelled = (): void => refuse(CANCELLED_ERROR);
      const waiter: Waiter = {
        priority,
        timeout,
        refuse,
        enter: (probe) => {
          signal?.removeEventListener("abort", cancelled);
          resolve(probe);
        },
      };
      this.#waiters.push(waiter);
      if (signal?.aborted) return cancelled();
      signal?.addEventListener("abort", cancelled, { once: true });
      this.#pump();
    });
  }

  #stopWaiting(): void {
    this.#alarm?.abort();
    this.#alarm = null;
  }

  #leave(priority: Priority, probe: boolean, answered: boolean): void {
    this.#underWay[priority] -= 1;
    if (probe) this.#onWait(null);
    // A request that was sent before the wait began proves nothing about the limit.
    if (probe ? answered : this.#gate === null) {
      this.#gate = null;
      this.#closedBy = null;
      this.#repeats = 0;
    }
    this.#pump();
  }

  #close(priority: Priority, wait: number, error: AppError): void {
    this.#underWay[priority] -= 1;
    if (error.kind === "rate_limited") this.#repeats += 1;
    const jittered = wait + this.#clock.random() * Math.max(LEAST_JITTER, wait / 10);
    const gate = this.#clock.monotonic() + jittered;
    // If two running requests both got a 429, the later of the two ends applies.
    if (this.#gate !== null && this.#gate >= gate) return;
    this.#gate = gate;
    this.#closedBy = error;
    this.#waited += jittered;
    this.#onWait({ until: this.#clock.now() + jittered, reason: this.#reason });
    // Waiting requests with a shorter timeout fail now, as new requests with this timeout would.
    for (const { refuse } of this.#waiters.filter(({ timeout }) => timeout < jittered))
      refuse(this.#waiting(jittered));
    this.#pump();
  }

  /**
   * Waits until requests may be sent again, if a request is waiting. If no request is waiting, no timer runs, because
   * it would keep the process alive. A timer may fire a moment early, so the end of the wait is checked again.
   */
  async #pumpWhenOpen(): Promise<void> {
    if (this.#alarm) return;
    const alarm = new AbortController();
    this.#alarm = alarm;
    try {
      for (let left = this.#closedFor(); left > 0; left = this.#closedFor()) {
        await this.#clock.wait(Math.ceil(left), alarm.signal);
      }
    } catch {
      return; // No request is waiting any more.
    } finally {
      if (this.#alarm === alarm) this.#alarm = null;
    }
    this.#pump();
  }

  #pump(): void {
    if (this.#closedFor() > 0) {
      if (this.#waiters.length > 0) void this.#pumpWhenOpen();
      return;
    }
    if (this.#gate !== null) {
      const free = this.#underWay.user + this.#underWay.background === 0;
      if (free && !this.#admit("user", true)) this.#admit("background", true);
      return;
    }
    for (const priority of ["user", "background"] as const) {
      while (this.#underWay[priority] < SLOTS[priority] && this.#admit(priority, false));
    }
  }

  #admit(priority: Priority, probe: boolean): boolean {
    const index = this.#waiters.findIndex((waiter) => waiter.priority === priority);
    const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
    if (!waiter) return false;
    this.#underWay[priority] += 1;
    waiter.enter(probe);
    return true;
  }
}
