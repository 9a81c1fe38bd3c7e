import { describe, expect, it } from "vitest";
import { fakeClock } from "../../helpers/fake-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { expectCopyEqualsCompany, itemRequests } from "./support.ts";

const HOUR = 3_600_000;
const onlyPath = "/inventory/items";

describe("a local clock that is corrected during a pass", () => {
  it.each([
    ["back by an hour", -HOUR],
    ["forward by a day", 24 * HOUR],
  ])(
    "a correction of the local clock during a pass (%s) changes neither mark nor copy, and the next pass follows after one interval",
    async (_how, step) => {
      const clock = fakeClock();
      const rig = await makeEngineRig({ clock, settings: { pollFocusedSeconds: 600 } });
      await rig.engine.useClient(rig.client);
      await rig.ended(1);
      const { mark } = await rig.facts();
      rig.service.company.upsertItem({ id: "meanwhile", name: "M" });
      rig.service.setFaults({ onlyPath, latencyMs: 60 });
      rig.service.requests.clear();
      const passing = rig.engine.syncNow("full", false);
      await waitUntil(() => itemRequests(rig.service).length === 2, "the second page");
      clock.step(step);
      await passing;
      await expectCopyEqualsCompany(rig);
      const { status } = rig.engine;
      expect(status).toMatchObject({ state: "idle", error: null });
      expect(Date.parse(status.nextPassAt ?? "") - clock.now()).toBe(600_000);
      // The service's clock has moved by the duration of these steps, and no further.
      const moved = Date.parse((await rig.facts()).mark ?? "") - Date.parse(mark ?? "");
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThan(60_000);
    },
  );

  it("a correction of the local clock during a pass (either way) does not change the wait that a 429 requested", async () => {
    for (const step of [-HOUR, 24 * HOUR]) {
      const clock = fakeClock();
      const rig = await makeEngineRig({
        clock: {
          ...clock,
          sleep: (milliseconds, signal) => {
            clock.step(step);
            return clock.sleep(milliseconds, signal);
          },
        },
        faults: { onlyPath, tooManyNext: 1, retryAfter: "30" },
      });
      await rig.engine.useClient(rig.client);
      await rig.ended(1);
      expect(clock.sleeps).toEqual([30_000]);
      await expectCopyEqualsCompany(rig);
    }
  });
});

describe("five sleeps in a row", () => {
  it("five short sleeps in a row lead to one catch-up pass, and polling continues", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.company.upsertItem({ id: "while-asleep", name: "Z" });
    for (let sleep = 1; sleep <= 5; sleep += 1) {
      await rig.engine.suspend();
      expect(rig.engine.status).toMatchObject({ state: "asleep", nextPassAt: null });
      rig.service.requests.clear();
      const woken = rig.engine.resume();
      // Awake for less than five seconds, within which wakings count as one.
      if (sleep === 5) await woken;
    }
    expect(itemRequests(rig.service)).toHaveLength(1);
    expect(rig.engine.status).toMatchObject({ state: "idle", nextPassAt: expect.any(String) });
    await expectCopyEqualsCompany(rig);
  });

  it("the engine starts no catch-up pass if the computer sleeps again first", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    await rig.engine.suspend();
    rig.service.requests.clear();
    await Promise.all([rig.engine.resume(), rig.engine.suspend()]);
    expect(rig.engine.status.state).toBe("asleep");
    expect(rig.service.requests.total).toBe(0);
    await rig.engine.resume();
    await expectCopyEqualsCompany(rig);
  });

  it("five sleeps in a row cancel the running pass and lead to one catch-up pass", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.setFaults({ onlyPath, stallHeadersNext: 1 });
    rig.service.requests.clear();
    const asleep = rig.engine.syncNow("full", false);
    await waitUntil(() => itemRequests(rig.service).length === 1, "the page that never comes");
    rig.service.company.upsertItem({ id: "while-asleep", name: "Z" });
    const woken = [1, 2, 3, 4, 5].map(() => rig.engine.resume());
    await Promise.all([asleep, ...woken]);
    // The pass that slept, and the one that catches up without the other's cursor.
    expect(rig.passesEnded()).toBe(3);
    expect(itemRequests(rig.service).map((query) => "cursor" in query)).toEqual([false, false]);
    await expectCopyEqualsCompany(rig);
  });
});
