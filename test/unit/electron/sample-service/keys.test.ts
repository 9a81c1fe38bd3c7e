import { describe, expect, it } from "vitest";
import { RateLimiter } from "../../../../electron/sample-service/keys.ts";

describe("RateLimiter", () => {
  it("RateLimiter allows a number of requests a minute and then tells the whole seconds that are left", () => {
    const limiter = new RateLimiter();
    expect([0, 1, 2].map((ms) => limiter.check(1, 2, ms))).toEqual([null, null, 60]);
    expect(limiter.check(1, 2, 30_500)).toBe(30);
    expect(limiter.check(1, 2, 59_999)).toBe(1);
    expect(limiter.check(1, 2, 60_000)).toBeNull();
  });

  it("RateLimiter counts each key alone, and nothing without a limit", () => {
    const limiter = new RateLimiter();
    expect(limiter.check(1, 1, 0)).toBeNull();
    expect(limiter.check(2, 1, 0)).toBeNull();
    expect(limiter.check(1, 1, 0)).toBe(60);
    expect(limiter.check(1, 0, 0)).toBeNull();
  });

  it("RateLimiter does not shut a key out when the clock goes back", () => {
    const limiter = new RateLimiter();
    limiter.check(1, 1, 10_000_000);
    expect(limiter.check(1, 1, 0)).toBeNull();
  });
});
