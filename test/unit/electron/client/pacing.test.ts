import { describe, expect, it } from "vitest";
import { Pacing } from "../../../../electron/client/pacing.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { fakeClock, type VirtualClock, virtualClock } from "../../../helpers/virtual-clock.ts";

const MINUTE = 60_000;

interface Rig {
  readonly clock: VirtualClock;
  readonly pacing: Pacing;
  /** Sends background requests in their turn. Each request takes `each` ms and succeeds. */
  readonly send: (requests: number, each?: number) => Promise<void>;
  /** Sends one more request, which is refused, and waits a minute as the service requests. */
  readonly refuse: (wait?: number) => Promise<void>;
}

function rig(): Rig {
  const clock = fakeClock();
  const pacing = new Pacing(clock);
  const one = async (): Promise<void> => {
    await pacing.turn();
    pacing.sent("background");
  };
  return {
    clock,
    pacing,
    send: async (requests, each = 100) => {
      for (let request = 0; request < requests; request += 1) {
        await one();
        await clock.wait(each);
        pacing.succeeded();
      }
    },
    refuse: async (wait = MINUTE) => {
      await one();
      pacing.refused();
      await clock.wait(wait);
    },
  };
}

describe("the spacing of requests", () => {
  it("the request spacing stays zero if the service never returned 429", async () => {
    const { clock, pacing, send } = rig();
    await send(5_000, 1);
    expect([pacing.spacingMs, clock.monotonic()]).toEqual([0, 5_000]);
  });

  it("the request spacing allows half of the earlier requests per minute after a 429", async () => {
    const { pacing, send, refuse } = rig();
    await send(59);
    await refuse();
    expect(pacing.spacingMs).toBe(2_000);
  });

  it("the request spacing shrinks with each success and ends at twice the refused rate", async () => {
    const { pacing, send, refuse } = rig();
    await send(59);
    await refuse();
    await send(120);
    expect(pacing.spacingMs).toBe(1_000);
    await send(239, 1);
    expect(pacing.spacingMs).toBe(Math.round(MINUTE / 119.75));
    await send(1);
    expect(pacing.spacingMs).toBe(0);
  });

  it("the next 429 doubles the request spacing", async () => {
    const { pacing, send, refuse } = rig();
    await send(59);
    await refuse();
    await send(80);
    expect(pacing.spacingMs).toBe(1_200);
    await refuse();
    expect(pacing.spacingMs).toBe(2_400);
  });

  it("a 429 at a low rate sets the spacing to twice the gap between the last requests", async () => {
    const { pacing, send, refuse } = rig();
    await send(59);
    await refuse();
    await send(20, 4_000);
    await refuse();
    expect(pacing.spacingMs).toBe(8_000);
  });

  it("a second refusal of a probe does not change the request spacing", async () => {
    const { pacing, send, refuse } = rig();
    await send(59);
    for (let probe = 0; probe < 5; probe += 1) await refuse();
    expect(pacing.spacingMs).toBe(2_000);
  });

  it("a 429 after a few requests causes no spacing", async () => {
    const { pacing, send, refuse } = rig();
    await send(8);
    await refuse();
    expect(pacing.spacingMs).toBe(0);
    await send(1);
    await send(9);
    await refuse();
    expect(pacing.spacingMs).toBeGreaterThan(0);
  });

  it("the request spacing is measured from the start of each background request", async () => {
    const { clock, send, refuse } = rig();
    await send(59);
    await refuse();
    const begin = clock.monotonic();
    await send(1);
    expect(clock.monotonic() - begin).toBe(100);
    await send(1);
    expect(clock.monotonic() - begin).toBe(Math.round(MINUTE / 30.25) + 100);
  });

  it("the request spacing uses most of a limit of 60 requests per minute", async () => {
    const { clock, pacing, refuse, send } = rig();
    await send(59);
    await refuse();
    let window = clock.monotonic();
    let used = 0;
    let refused = 0;
    let done = 0;
    const begin = clock.monotonic();
    while (clock.monotonic() - begin < 30 * MINUTE) {
      await pacing.turn();
      pacing.sent("background");
      if (clock.monotonic() - window >= MINUTE) [window, used] = [clock.monotonic(), 0];
      used += 1;
      await clock.wait(20);
      if (used <= 60) {
        pacing.succeeded();
        done += 1;
      } else {
        pacing.refused();
        refused += 1;
        await clock.wait(Math.max(0, window + MINUTE - clock.monotonic()));
      }
    }
    expect(done).toBeGreaterThan(0.85 * 30 * 60);
    expect(refused).toBeLessThanOrEqual(30 / 3);
  });

  it("a cancelled wait for the spacing gives its turn to the next request", async () => {
    const clock = virtualClock();
    const pacing = new Pacing(clock);
    for (let request = 0; request < 20; request += 1) pacing.sent("background");
    pacing.refused();
    const spacing = pacing.spacingMs;
    expect(spacing).toBe(6_000);
    const abort = new AbortController();
    const broken = errorOf(pacing.turn(abort.signal));
    await clock.advance(spacing / 2);
    abort.abort();
    expect((await broken).kind).toBe("cancelled");
    expect(clock.sleeping).toBe(0);
    let came = false;
    void pacing.turn().then(() => (came = true));
    await clock.advance(spacing / 2 - 1);
    expect(came).toBe(false);
    await clock.advance(1);
    expect(came).toBe(true);
  });

  it("the request spacing sends concurrent requests one by one", async () => {
    const clock = virtualClock();
    const pacing = new Pacing(clock);
    for (let request = 0; request < 20; request += 1) pacing.sent("background");
    pacing.refused();
    const came: number[] = [];
    for (let caller = 0; caller < 3; caller += 1) void pacing.turn().then(() => came.push(clock.monotonic()));
    await clock.advance(20_000);
    expect(came).toEqual([6_000, 12_000, 18_000]);
  });
});

describe("signs that another client uses the key", () => {
  it("two 429s after few requests show that another client uses the key", async () => {
    const { pacing, send, refuse } = rig();
    await send(3);
    await refuse();
    expect(pacing.foreignUse).toBe(false);
    await send(2);
    await refuse();
    expect(pacing.foreignUse).toBe(true);
  });

  it("repeated 429s to a limit's probes do not show another client", async () => {
    const { pacing, send, refuse } = rig();
    await send(3);
    for (let probe = 0; probe < 6; probe += 1) await refuse();
    expect(pacing.foreignUse).toBe(false);
  });

  it("two 429s at less than half the earlier peak show another client", async () => {
    const { clock, pacing, send, refuse } = rig();
    await send(100);
    await clock.wait(2 * MINUTE);
    for (let episode = 0; episode < 2; episode += 1) {
      await send(20);
      await refuse();
    }
    expect(pacing.foreignUse).toBe(true);
  });

  it("429s explained by this client's own requests do not show another client", async () => {
    const { pacing, send, refuse } = rig();
    for (let episode = 0; episode < 4; episode += 1) {
      await send(60);
      await refuse();
    }
    expect(pacing.foreignUse).toBe(false);
  });

  it("429s within an hour after a self-caused 429 do not show another client", async () => {
    const { clock, pacing, send, refuse } = rig();
    await send(100);
    await refuse(15 * MINUTE);
    for (let episode = 0; episode < 3; episode += 1) {
      await send(1);
      await refuse(10 * MINUTE);
    }
    expect(pacing.foreignUse).toBe(false);
    await clock.wait(30 * MINUTE);
    for (let episode = 0; episode < 2; episode += 1) {
      await send(1);
      await refuse();
    }
    expect(pacing.foreignUse).toBe(true);
  });

  it("a sign of another client expires after an hour", async () => {
    const { clock, pacing, send, refuse } = rig();
    for (let episode = 0; episode < 2; episode += 1) {
      await send(1);
      await refuse();
    }
    await clock.wait(55 * MINUTE);
    expect(pacing.foreignUse).toBe(true);
    await clock.wait(5 * MINUTE);
    expect(pacing.foreignUse).toBe(false);
  });

  it("a lowered rate limit looks like another client only for a while", async () => {
    const { clock, pacing, send, refuse } = rig();
    await send(200);
    await clock.wait(2 * MINUTE);
    for (let episode = 0; episode < 8; episode += 1) {
      await send(40, 10);
      await refuse();
    }
    await clock.wait(60 * MINUTE);
    for (let episode = 0; episode < 3; episode += 1) {
      await send(40, 10);
      await refuse();
    }
    expect(pacing.foreignUse).toBe(false);
  });
});
