import { describe, expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { errorOf } from "../../helpers/failures.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig } from "./engine-rig.ts";
import {
  CANARY,
  companyRecords,
  expectCopyEqualsCompany,
  FULL_PULL_REQUESTS,
  ITEMS,
  itemRequests,
} from "./support.ts";

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("passes of the engine", () => {
  it("the engine starts a pass when it gets its client, and concurrent requests share the pass", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    const joined = [rig.engine.syncNow("incremental", true), rig.engine.syncNow("full", true)];
    expect(joined[0]).toBe(joined[1]);
    await Promise.all(joined);
    expect(rig.service.requests.total).toBe(FULL_PULL_REQUESTS);
    await expectCopyEqualsCompany(rig);
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      firstPullComplete: true,
      error: null,
      totals: { items: 120, types: 60, locations: 12 },
    });
    expect(rig.told.some(({ pass }) => pass?.mode === "full")).toBe(true);
    expect(rig.changes.at(-1)).toMatchObject({
      revision: rig.engine.status.revision,
      totals: { items: 120 },
    });
    expect(rig.lines.join()).not.toContain(CANARY);
  });

  it("a full pass requested during an incremental pass runs after the incremental pass", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.requests.clear();
    const incremental = rig.engine.syncNow("incremental", false);
    const full = rig.engine.syncNow("full", false);
    await incremental;
    expect(itemRequests(rig.service).filter(({ updatedSince }) => updatedSince === undefined)).toEqual([]);
    await full;
    expect(itemRequests(rig.service).filter(({ updatedSince }) => updatedSince === undefined)).toHaveLength(
      3,
    );
  });

  it("the next pass starts one interval after the end of the last pass", async () => {
    const rig = await makeEngineRig({ clock: systemClock, settings: { pollFocusedSeconds: 100 } });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const left = Date.parse(rig.engine.status.nextPassAt ?? "") - Date.now();
    expect(left).toBeGreaterThan(80_000);
    expect(left).toBeLessThanOrEqual(100_000);
    rig.engine.setSettings({ ...DEFAULT_SETTINGS, pollFocusedSeconds: 0.05 });
    await rig.ended(4);
    expect(rig.passesEnded()).toBeGreaterThanOrEqual(4);
  });

  it("the first, every tenth and every requested pass lists types and locations", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const listed: number[] = [];
    for (let pass = 2; pass <= 22; pass += 1) {
      rig.service.requests.clear();
      await rig.engine.syncNow("incremental", pass === 15);
      if (rig.service.requests.count({ path: "/inventory/locations" }) > 0) listed.push(pass);
    }
    expect(listed).toEqual([11, 15, 21]);
  });

  it("a window that gets the focus while the data are old starts a pass at once", async () => {
    const rig = await makeEngineRig({ clock: systemClock, settings: { pollFocusedSeconds: 100 } });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const left = (): number => Date.parse(rig.engine.status.nextPassAt ?? "") - Date.now();
    rig.engine.setFocused(false);
    expect(left()).toBeGreaterThan(7_000_000);
    rig.engine.setFocused(true);
    expect(left()).toBeGreaterThan(80_000);
    rig.engine.setFocused(false);
    rig.engine.setSettings({ ...DEFAULT_SETTINGS, pollFocusedSeconds: 0.05, pollUnfocusedSeconds: 7_200 });
    await rest(100);
    expect(rig.passesEnded()).toBe(1);
    rig.engine.setFocused(true);
    expect(left()).toBeLessThanOrEqual(0);
    await rig.ended(2);
  });

  it("a failing store fails only the current pass", async () => {
    let broken = false;
    const rig = await makeEngineRig({
      store: (store) => ({
        ...store,
        writer: new Proxy(store.writer, {
          get: (writer, method) =>
            broken
              ? () =>
                  Promise.reject(
                    new AppFailure({ kind: "store", reason: "full", message: "The disk is full." }),
                  )
              : Reflect.get(writer, method),
        }),
      }),
    });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    broken = true;
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({
      state: "failed",
      pass: null,
      error: { kind: "store", reason: "full" },
      nextPassAt: expect.any(String),
      completeAsOf: expect.any(String),
    });
    broken = false;
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  });

  it("a closed engine sends no request", async () => {
    const rig = await makeEngineRig({
      clock: systemClock,
      faults: { latencyMs: 20 },
      settings: { pollFocusedSeconds: 0.05 },
    });
    await rig.engine.useClient(rig.client);
    await waitUntil(() => rig.service.requests.total >= 2, "two requests");
    await rig.engine.close();
    const { total } = rig.service.requests;
    await rest(200);
    expect(rig.service.requests.total).toBe(total);
    await rig.engine.syncNow("full", true);
    expect(rig.service.requests.total).toBe(total);
  });
});

describe("a refused key", () => {
  it("a key refused with 401 stops the polling until the user enters another key", async () => {
    const rig = await makeEngineRig({ settings: { pollFocusedSeconds: 0.05 } });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.setKeyState(rig.service.key, "revoked");
    await rig.until(() => rig.engine.status.state === "unauthorized");
    expect(rig.engine.status).toMatchObject({
      nextPassAt: null,
      error: { kind: "unauthorized", requestId: expect.any(String) },
      totals: { items: 120 },
    });
    const { total } = rig.service.requests;
    await rest(250);
    rig.engine.setFocused(false);
    rig.engine.setFocused(true);
    await rig.engine.resume();
    expect(rig.service.requests.total).toBe(total);
    await rig.engine.useClient(rig.clientWith(rig.service.addKey()));
    await rig.until(() => rig.engine.status.state === "idle");
    expect(rig.engine.status.error).toBeNull();
  });

  it("a key refused with 403 is tried again every hour", async () => {
    const rig = await makeEngineRig({ clock: systemClock, settings: { pollFocusedSeconds: 0.05 } });
    rig.service.setKeyState(rig.service.key, "not_pro");
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    expect(rig.engine.status).toMatchObject({
      state: "forbidden",
      error: { kind: "forbidden", serviceMessage: expect.any(String) },
    });
    const wait = Date.parse(rig.engine.status.nextPassAt ?? "") - Date.now();
    expect(wait).toBeGreaterThan(3_590_000);
    expect(wait).toBeLessThanOrEqual(3_600_000);
    await rest(150);
    expect(rig.passesEnded()).toBe(1);
  });

  it("a refusal of a single record changes the polling like a refusal in a pass", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const id = String(companyRecords(rig.service, "items")[0]?.["id"]);
    rig.service.setKeyState(rig.service.key, "revoked");
    expect((await errorOf(rig.engine.refreshRecord("items", id))).kind).toBe("unauthorized");
    expect(rig.engine.status).toMatchObject({ state: "unauthorized", nextPassAt: null });
    expect(await rig.store.reader.record("items", id)).not.toBeNull();
  });

  it("a replaced key sends no more requests, even from a running pass", async () => {
    const rig = await makeEngineRig({ clock: systemClock, faults: { latencyMs: 30 } });
    await rig.engine.useClient(rig.client);
    await waitUntil(() => rig.service.requests.total >= 2, "two requests");
    await rig.engine.useClient(rig.clientWith(rig.service.addKey({ label: "second" })));
    const before = rig.service.requests.count({ keyLabel: "default" });
    await rig.ended(2);
    expect(rig.service.requests.count({ keyLabel: "default" })).toBe(before);
    expect(rig.engine.status.state).toBe("idle");
    await expectCopyEqualsCompany(rig);
  });
});

describe("a rate limit", () => {
  it("a rate limit longer than the maximum wait delays the next pass until the rate limit ends", async () => {
    const clock = virtualClock(Date.now());
    const rig = await makeEngineRig({ clock, faults: { tooManyNext: 1, retryAfter: "3600" } });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const { state, nextPassAt, waitUntil: until } = rig.engine.status;
    expect([state, nextPassAt]).toEqual(["rate_limited", until]);
    await clock.advance(8 * 60_000);
    rig.engine.setFocused(false);
    expect(rig.engine.status.nextPassAt).toBe(nextPassAt);
  });

  it("a pass that starts during a wait shows the wait", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const until = rig.clock.now() + 60_000;
    rig.engine.noteWait({ until, reason: "rate_limited" });
    const shown = rig.told.length;
    await rig.engine.syncNow("incremental", false);
    expect(rig.told.slice(shown)).toContainEqual(
      expect.objectContaining({ state: "rate_limited", waitUntil: new Date(until).toISOString() }),
    );
    expect(rig.engine.rateLimits).toBe(1);
  });

  it("the status shows a short rate limit while the limit lasts", async () => {
    const rig = await makeEngineRig({
      clock: systemClock,
      faults: { onlyPath: "/inventory/items", tooManyNext: 1, retryAfter: "1" },
    });
    const client = rig.client;
    await rig.engine.useClient(client);
    await waitUntil(() => rig.waits.length > 0, "the wait");
    rig.engine.noteWait(rig.waits[0] ?? null);
    expect(rig.engine.status).toMatchObject({
      state: "rate_limited",
      waitUntil: expect.any(String),
      pass: { mode: "full" },
    });
    rig.engine.noteWait(null);
    expect(rig.engine.status).toMatchObject({ state: "syncing", waitUntil: null });
    await rig.ended(1);
    expect(rig.engine.status.state).toBe("idle");
  });
});

describe("the first pull", () => {
  it("a cancelled first pull waits until the user resumes the pull", async () => {
    const rig = await makeEngineRig({
      clock: systemClock,
      faults: { latencyMs: 100 },
      settings: { pollFocusedSeconds: 0.05, pageSize: 10 },
    });
    await rig.engine.useClient(rig.client);
    await rig.until(() => rig.engine.status.totals.items > 0);
    rig.engine.cancel();
    await rig.ended(1);
    expect(rig.engine.status).toMatchObject({
      state: "stopped",
      error: null,
      completeAsOf: null,
      firstPullComplete: false,
      nextPassAt: null,
    });
    expect(rig.engine.status.totals.items).toBeGreaterThan(0);
    const { total } = rig.service.requests;
    await rest(150);
    expect(rig.service.requests.total).toBe(total);
    rig.service.setFaults({ latencyMs: 0 });
    await rig.engine.syncNow("incremental", true);
    expect(rig.engine.status).toMatchObject({ firstPullComplete: true, completeAsOf: expect.any(String) });
    // Polling every 50 ms would start another pass during the comparison.
    await rig.engine.useClient(null);
    await expectCopyEqualsCompany(rig);
  });
});

describe("a pass after the first pull", () => {
  it("cancelling a later pass keeps the copy unchanged and the polling active", async () => {
    const rig = await makeEngineRig({ clock: systemClock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const { completeAsOf } = rig.engine.status;
    rig.service.setFaults({ latencyMs: 50 });
    const passing = rig.engine.syncNow("full", true);
    await rest(60);
    rig.engine.cancel();
    await passing;
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      error: null,
      completeAsOf,
      nextPassAt: expect.any(String),
    });
  });
});

describe("calls right after a cancellation", () => {
  it("a pass requested right after a cancellation runs", async () => {
    const rig = await makeEngineRig({ clock: systemClock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.company.upsertItem({ id: "asked-for", name: "A" });
    void rig.engine.syncNow("full", true);
    rig.engine.cancel();
    await rig.engine.syncNow("incremental", true);
    expect(await rig.store.reader.record("items", "asked-for")).not.toBeNull();
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  });
});

describe("passes after sleep", () => {
  it("a catch-up pass replaces the pass that was running when the computer fell asleep", async () => {
    const rig = await makeEngineRig({ clock: systemClock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.requests.clear();
    rig.service.setFaults({ latencyMs: 100, onlyPath: "/inventory/items" });
    const asleep = rig.engine.syncNow("full", true);
    await waitUntil(
      () => rig.service.requests.count({ path: "/inventory/items" }) === 2,
      "the second page, which is held back",
    );
    rig.service.company.upsertItem({ id: "while-asleep", name: "Z" });
    rig.service.requests.clear();
    rig.service.setFaults({ latencyMs: 0 });
    await Promise.all([rig.engine.resume(), asleep]);
    expect(itemRequests(rig.service)).toEqual([{ limit: "50", updatedSince: expect.any(String) }]);
    await expectCopyEqualsCompany(rig);
    expect(rig.engine.status.state).toBe("idle");
  });

  it("one catch-up pass runs after sleep, even after several wake-up reports", async () => {
    const rig = await makeEngineRig({ clock: systemClock });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.requests.clear();
    await Promise.all(Array.from({ length: 5 }, () => rig.engine.resume()));
    expect(rig.passesEnded()).toBe(2);
    expect(itemRequests(rig.service)).toHaveLength(1);
  });
});

describe("refreshRecord()", () => {
  it("refreshRecord() requests, stores, reports and returns one record", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const id = String(companyRecords(rig.service, "items")[7]?.["id"]);
    rig.service.company.upsertItem({ id, name: "Renamed a second ago" });
    const told = rig.changes.length;
    rig.service.requests.clear();
    const { record } = await rig.engine.refreshRecord("items", id);
    expect(record).toMatchObject({
      resource: "items",
      row: { id, name: "Renamed a second ago" },
      raw: { name: "Renamed a second ago" },
    });
    expect(rig.service.requests.total).toBe(1);
    expect(rig.changes.slice(told)).toMatchObject([
      { resources: ["items"], revision: rig.engine.status.revision },
    ]);
  });

  it("refreshRecord() works for types, locations and ids with percent-encoding", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    rig.service.company.upsertLocation({ id: "hall/2 ü?", name: "Odd" });
    rig.service.company.upsertType({ id: "t#1", name: "Odd type" });
    expect((await rig.engine.refreshRecord("locations", "hall/2 ü?")).record.row["name"]).toBe("Odd");
    expect((await rig.engine.refreshRecord("types", "t#1")).record.row["name"]).toBe("Odd type");
  });

  it("refreshRecord() hides a record that the service does not have", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const id = String(companyRecords(rig.service, "items")[3]?.["id"]);
    rig.service.company.removeItem(id);
    expect(await errorOf(rig.engine.refreshRecord("items", id))).toMatchObject({
      kind: "not_found",
      status: 404,
      requestId: expect.any(String),
    });
    expect(await rig.store.reader.record("items", id)).toMatchObject({
      row: { noLongerReturnedSince: expect.any(String) },
    });
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      hidden: { items: 1 },
      totals: { items: ITEMS - 1 },
    });
  });

  it("refreshRecord() fails without a key and for a wrong or malformed response", async () => {
    const rig = await makeEngineRig();
    expect((await errorOf(rig.engine.refreshRecord("items", "a"))).kind).toBe("no_key");
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const [first, second] = companyRecords(rig.service, "items").map(({ id }) => String(id));
    let passes = 1;
    const answering = async (record: unknown): Promise<object> => {
      const client = {
        traffic: rig.client.traffic,
        listPage: rig.client.listPage.bind(rig.client),
        getRecord: async () => ({ record, requestId: "r-9", serverTime: null }),
      };
      await rig.engine.useClient(client as never);
      // The engine is also idle before its pass begins.
      passes += 1;
      await rig.ended(passes);
      return errorOf(rig.engine.refreshRecord("items", String(first)));
    };
    expect(await answering({ id: second, name: "Somebody else" })).toMatchObject({
      kind: "protocol",
      requestId: "r-9",
    });
    expect(await answering({ id: first, name: null })).toMatchObject({ kind: "protocol", requestId: "r-9" });
    expect((await rig.store.reader.record("items", String(second)))?.row["name"]).not.toBe("Somebody else");
    await expectCopyEqualsCompany(rig);
  });
});
