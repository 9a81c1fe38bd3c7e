import { expect, it } from "vitest";
import { ServiceClock } from "../../../../electron/sync/fetch-sequence.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

it("the latest possible time of a response covers the whole second of its Date header", () => {
  const clock = fakeClock(Date.parse("2026-11-29T10:00:00.674Z"));
  const serviceClock = new ServiceClock(clock);
  expect(serviceClock.observe(null)).toBe(clock.now());
  const served = Date.parse("2026-11-29T10:00:00Z");
  expect(serviceClock.observe(served)).toBe(served + 999);
  clock.step(200);
  expect(serviceClock.observe(null)).toBe(served + 999 + 200);
});
