import { describe, expect, it } from "vitest";
import { Clockwork } from "../../../../electron/sample-service/clockwork.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

describe("Clockwork", () => {
  it.each([6, 600, 60_000])("the clockwork runs %i steps per minute", async (rate) => {
    const clock = virtualClock();
    let steps = 0;
    const clockwork = new Clockwork(clock, () => steps++);
    clockwork.run(rate);
    await clock.advance(60_000);
    clockwork.stop();
    expect(Math.abs(steps - rate)).toBeLessThanOrEqual(rate * 0.01 + 1);
    await clock.advance(60_000);
    expect(Math.abs(steps - rate)).toBeLessThanOrEqual(rate * 0.01 + 1);
  });

  it("the clockwork stops at a rate of 0", async () => {
    const clock = virtualClock();
    let steps = 0;
    const clockwork = new Clockwork(clock, () => steps++);
    clockwork.run(600);
    clockwork.run(0);
    await clock.advance(60_000);
    expect(steps).toBe(0);
  });
});
