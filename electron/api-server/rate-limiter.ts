const WINDOW_MS = 60_000;

interface Window {
  readonly start: number;
  used: number;
}

/**
 * Limits the requests per minute of each key (specification 8). @typeParam Key identifies an API key without
 * containing it.
 */
export class RateLimiter<Key> {
  readonly #windows = new Map<Key, Window>();

  /**
   * Counts a request.
   * @param perMinute 0 for no limit.
   * @returns null if the request is within the limit, else the whole seconds until the next window. The specification
   * leaves the unit of `Retry-After` open; HTTP uses seconds.
   */
  check(key: Key, perMinute: number, now: number): number | null {
    if (perMinute === 0) return null;
    const window = this.#window(key, now);
    if (window.used < perMinute) {
      window.used++;
      return null;
    }
    return Math.max(1, Math.ceil((window.start + WINDOW_MS - now) / 1000));
  }

  /** Charges an admitted request for its work. @param cost the number of requests as which it counts. */
  charge(key: Key, cost: number, now: number): void {
    this.#window(key, now).used += cost;
  }

  #window(key: Key, now: number): Window {
    const current = this.#windows.get(key);
    // A clock that was set back also opens a new window. Otherwise the key could be refused for a long time.
    const fresh = current === undefined || now - current.start >= WINDOW_MS || now < current.start;
    const window = fresh ? { start: now, used: 0 } : current;
    this.#windows.set(key, window);
    return window;
  }
}
