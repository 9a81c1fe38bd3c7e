import { describe, expect, it } from "vitest";
import { CallLog, type CallEnd } from "../../../../electron/client/call-log.ts";
import { SlidingCount } from "../../../../electron/client/pacing.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const FINE: CallEnd = { status: 200, error: null, reason: null, requestId: "r-1" };

describe("CallLog", () => {
  it("the call log records a call's time, duration and outcome", async () => {
    const clock = fakeClock();
    const log = new CallLog(clock);
    const end = log.begin("/inventory/items?limit=250");
    expect(log.calls).toEqual([]);
    await clock.wait(120.4);
    // A correction of the clock during the call does not change the measured time.
    clock.step(3_600_000);
    end(FINE);
    log.begin("/inventory/items/a")({ status: null, error: "network", reason: "dns", requestId: null });
    expect(log.calls).toEqual([
      {
        at: "2026-01-01T00:00:00.000Z",
        method: "GET",
        path: "/inventory/items?limit=250",
        status: 200,
        error: null,
        reason: null,
        milliseconds: 120,
        requestId: "r-1",
      },
      expect.objectContaining({ path: "/inventory/items/a", status: null, error: "network", reason: "dns" }),
    ]);
  });

  it("the call log keeps fifty calls and shortens long texts", () => {
    const log = new CallLog(fakeClock());
    for (let call = 0; call < 60; call += 1) log.begin(`/${call}`)(FINE);
    expect(log.calls.map(({ path }) => path)).toEqual(Array.from({ length: 50 }, (_, at) => `/${at + 10}`));
    log.begin(`/${"x".repeat(5_000)}`)({ ...FINE, requestId: "y".repeat(5_000) });
    const last = log.calls.at(-1);
    expect([last?.path.length, last?.requestId?.length]).toEqual([300, 300]);
  });

  it("the call log counts all requests of the last hour", async () => {
    const clock = fakeClock();
    const log = new CallLog(clock);
    for (let call = 0; call < 90; call += 1) {
      log.begin("/");
      await clock.wait(60_000);
    }
    expect(log.requestsLastHour).toBe(59);
    clock.step(-86_400_000);
    expect(log.requestsLastHour).toBe(59);
    await clock.wait(3_600_000);
    expect(log.requestsLastHour).toBe(0);
  });
});

describe("SlidingCount", () => {
  it("SlidingCount agrees with an exact list of times within a sixtieth of its window", async () => {
    const clock = fakeClock();
    const window = 60_000;
    const count = new SlidingCount(clock, window);
    const moments: number[] = [];
    for (let step = 0; step < 2_000; step += 1) {
      // Gaps from zero to more than the window.
      await clock.wait(step % 97 === 0 ? 61_000 : (step * 7_919) % 2_500);
      count.add();
      moments.push(clock.monotonic());
      const within = (since: number): number => moments.filter((at) => at > clock.monotonic() - since).length;
      expect(count.total).toBeGreaterThanOrEqual(within(window - window / 60));
      expect(count.total).toBeLessThanOrEqual(within(window));
    }
  });
});
