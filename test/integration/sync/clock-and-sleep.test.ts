import { describe, expect, it } from "vitest";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { READ_ACTIVITY } from "../../../electron/features/history/stock-history.ts";
import { runTask } from "../../../electron/store/database/worker-rpc.ts";
import { rebuildPast } from "../../../electron/index/rebuild-past.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig, type EngineRig } from "./engine-rig.ts";
import { expectCopyEqualsCompany, itemRequests } from "./support.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const onlyPath = "/inventory/items";

describe("a local clock corrected during a pass", () => {
  it.each([
    ["back by an hour", -HOUR],
    ["forward by a day", 24 * HOUR],
  ])("correcting the local clock during a pass (%s) changes no mark and no row", async (_how, step) => {
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
    // The service's clock has moved by exactly the duration of these steps.
    const moved = Date.parse((await rig.facts()).mark ?? "") - Date.parse(mark ?? "");
    expect(moved).toBeGreaterThanOrEqual(0);
    expect(moved).toBeLessThan(60_000);
  });

  it("correcting the local clock during a pass does not change a 429's wait", async () => {
    for (const step of [-HOUR, 24 * HOUR]) {
      const clock = fakeClock();
      const rig = await makeEngineRig({
        clock: {
          ...clock,
          wait: (milliseconds, signal) => {
            clock.step(step);
            return clock.wait(milliseconds, signal);
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

describe("a clock that is wrong for one refresh", () => {
  it("a past moment includes earlier changes after the Date header was wrong once", async () => {
    const rig = await makeEngineRig({ clock: fakeClock(Date.now()) });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const edit = async (id: string, dateSkewMs: number): Promise<void> => {
      rig.service.setFaults({ dateSkewMs });
      rig.service.company.upsertItem({ id, name: id });
      await rig.engine.syncNow("incremental", false);
    };
    await edit("while-ahead", 30 * DAY);
    await edit("afterwards", 0);
    const asOf = new Date(Date.now() + 2_000).toISOString();
    await rig.until(async () => {
      const { changes } = await rig.store.reader.changes({}, 0, 10);
      return changes.every(({ observedBefore }) => observedBefore < asOf);
    });
    await rebuildPast(rig.store.reader, asOf, systemClock);
    const filter = { field: "id", op: "in", value: ["while-ahead", "afterwards"] } as const;
    const page = await rig.store.reader.window("items", { version: 1, asOf, filter }, 0, 10, Date.now());
    expect(new Set(page.rows.map(({ name }) => name))).toEqual(new Set(["afterwards", "while-ahead"]));
  });

  it("a local clock that is a year ahead deletes no observed history", async () => {
    const clock = fakeClock(Date.now());
    const rig = await makeEngineRig({ clock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.company.upsertItem({ id: "new", name: "New" });
    await rig.engine.syncNow("incremental", false);
    const observed = async () => [
      (await rig.store.reader.changes({}, 0, 10)).total,
      (await activityOf(rig, clock.now())).at(-1)?.observed,
    ];
    clock.step(400 * DAY);
    await rig.engine.syncNow("incremental", false);
    clock.step(-400 * DAY);
    await rig.engine.syncNow("incremental", false);
    expect(await observed()).toEqual([1, true]);
  });

  it.each([
    ["behind", -2 * HOUR],
    ["right", 0],
    ["ahead", 2 * HOUR],
  ])("activity marks only the refresh's hour as observed if the local clock is %s", async (_how, skew) => {
    const clock = fakeClock(Date.now() + skew);
    const rig = await makeEngineRig({ clock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const hours = await activityOf(rig, clock.now());
    expect(hours.map(({ observed }) => observed)).toEqual([false, false, false, true]);
  });
});

/** The last four hours of activity, as the screen requests them. */
const activityOf = ({ engine, store }: EngineRig, local: number) =>
  runTask(store.reader, READ_ACTIVITY, { step: "hour", spans: 4, now: serviceTime(engine.status, local) });

describe("five sleeps in a row", () => {
  it("five short sleeps in a row cause one catch-up pass", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.company.upsertItem({ id: "while-asleep", name: "Z" });
    for (let sleep = 1; sleep <= 5; sleep += 1) {
      await rig.engine.suspend();
      expect(rig.engine.status).toMatchObject({ state: "asleep", nextPassAt: null });
      rig.service.requests.clear();
      const woken = rig.engine.resume();
      // The computer is awake for less than five seconds, within which wakings count as one.
      if (sleep === 5) await woken;
    }
    expect(itemRequests(rig.service)).toHaveLength(1);
    expect(rig.engine.status).toMatchObject({ state: "idle", nextPassAt: expect.any(String) });
    await expectCopyEqualsCompany(rig);
  });

  it("the engine starts no catch-up pass if the computer falls asleep again before the pass starts", async () => {
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

  it("five sleeps in a row cancel the running pass", async () => {
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
    // The requests are from the pass that slept, and from the catch-up pass, which does not use the first
    // pass's cursor.
    expect(rig.passesEnded()).toBe(3);
    expect(itemRequests(rig.service).map((query) => "cursor" in query)).toEqual([false, false]);
    await expectCopyEqualsCompany(rig);
  });
});
