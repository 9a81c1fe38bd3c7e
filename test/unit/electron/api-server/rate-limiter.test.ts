import { describe, expect, it } from "vitest";
import { RateLimiter } from "../../../../electron/api-server/rate-limiter.ts";

describe("RateLimiter", () => {
  it("the rate limiter allows a limited number of requests per minute", () => {
    const limiter = new RateLimiter<number>();
    expect([0, 1, 2].map((ms) => limiter.check(1, 2, ms))).toEqual([null, null, 60]);
    expect(limiter.check(1, 2, 30_500)).toBe(30);
    expect(limiter.check(1, 2, 59_999)).toBe(1);
    expect(limiter.check(1, 2, 60_000)).toBeNull();
  });

  it("the rate limiter counts each key separately", () => {
    const limiter = new RateLimiter<number>();
    expect(limiter.check(1, 1, 0)).toBeNull();
    expect(limiter.check(2, 1, 0)).toBeNull();
    expect(limiter.check(1, 1, 0)).toBe(60);
    expect(limiter.check(1, 0, 0)).toBeNull();
  });

  it("the rate limiter blocks no key if the clock is set back", () => {
    const limiter = new RateLimiter<number>();
    limiter.check(1, 1, 10_000_000);
    expect(limiter.check(1, 1, 0)).toBeNull();
  });
});
