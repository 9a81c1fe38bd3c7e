const WINDOW_MS = 60_000;

/** A limit of requests a minute, counted for each key (specification 8). */
export class RateLimiter {
  readonly #windows = new Map<number, { start: number; used: number }>();

  /**
   * Counts a request. Null if it is within the limit, else the whole seconds until the next window: the
   * specification leaves the unit of `Retry-After` open, so the sample keeps to that of HTTP.
   */
  check(keyId: number, perMinute: number, now: number): number | null {
    if (perMinute === 0) return null;
    const current = this.#windows.get(keyId);
    // A clock that was set back also opens a new window; otherwise the key could be shut out without end.
    const fresh = current === undefined || now - current.start >= WINDOW_MS || now < current.start;
    const window = fresh ? { start: now, used: 0 } : current;
    this.#windows.set(keyId, window);
    if (window.used < perMinute) {
      window.used++;
      return null;
    }
    return Math.max(1, Math.ceil((window.start + WINDOW_MS - now) / 1000));
  }
}
