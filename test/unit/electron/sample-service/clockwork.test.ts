import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Clockwork } from "../../../../electron/sample-service/index.ts";

describe("Clockwork", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([6, 600, 60_000])("the clockwork runs %i steps per minute", (rate) => {
    let steps = 0;
    const clockwork = new Clockwork(() => steps++);
    clockwork.run(rate);
    vi.advanceTimersByTime(60_000);
    clockwork.stop();
    expect(Math.abs(steps - rate)).toBeLessThanOrEqual(rate * 0.01 + 1);
    vi.advanceTimersByTime(60_000);
    expect(Math.abs(steps - rate)).toBeLessThanOrEqual(rate * 0.01 + 1);
  });

  it("the clockwork stops at a rate of 0", () => {
    let steps = 0;
    const clockwork = new Clockwork(() => steps++);
    clockwork.run(600);
    clockwork.run(0);
    vi.advanceTimersByTime(60_000);
    expect(steps).toBe(0);
  });
});
