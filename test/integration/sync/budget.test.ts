import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { CallLog } from "../../../electron/client/call-log.ts";
import { errorOf } from "../../helpers/failures.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { CANARY, expectCopyEqualsCompany, makeRig } from "./support.ts";

const onlyPath = "/inventory/items";

describe("the list of calls", () => {
  it("the call list has path, status, time and request id, but no cursor or key", async () => {
    const rig = await makeRig();
    const { mark } = await rig.pass();
    rig.service.setFaults({ onlyPath, tooManyNext: 1, serverErrorNext: 1, dropNext: 1 });
    await rig.pass({ withReferences: false, overlap: 600 });
    await errorOf(rig.client.getRecord("items", `x/${CANARY}`, { priority: "user" }));
    const { calls } = rig.client;
    expect(calls.map(({ status }) => status)).toEqual(
      rig.service.requests.entries.map(({ status }) => status),
    );
    expect(calls.slice(0, 4).map(({ path }) => path)).toEqual([
      "/inventory/locations?limit=50",
      "/inventory/types?limit=50",
      "/inventory/types?limit=50",
      "/inventory/items?limit=50",
    ]);
    expect(calls.slice(6, 10).map(({ error, reason }) => [error, reason])).toEqual([
      ["network", "reset"],
      ["rate_limited", null],
      ["server", null],
      [null, null],
    ]);
    const since = rig.service.requests.entries[6]?.query["updatedSince"];
    expect(Date.parse(since ?? "")).toBeLessThanOrEqual(Date.parse(mark ?? ""));
    expect(calls[6]?.path).toBe(`/inventory/items?limit=50&updatedSince=${since}`);
    expect(calls.at(-1)).toMatchObject({ path: "/inventory/items/x%2F[API key]", error: "not_found" });
    // The service's request ids, for requests with an answer.
    expect(calls.map(({ requestId }) => requestId)).toEqual(
      rig.service.requests.entries.map(({ requestId, status }) => (status === null ? null : requestId)),
    );
    const text = JSON.stringify(calls);
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/cursor/i);
    expect(rig.client.budget).toEqual({ requestsLastHour: calls.length, spacingMs: 0, foreignUse: false });
  });

  it("the call list and the hourly count of calls survive a change of the key", async () => {
    const rig = await makeRig();
    const clock = fakeClock();
    const log = new CallLog(clock);
    const clientOf = (key: string): ApiClient =>
      new ApiClient({ baseUrl: rig.service.url, key, fetch: nodeFetch, clock, log });
    await rig.pass({ client: clientOf(rig.service.key) });
    const second = clientOf(rig.service.addKey());
    expect(second.calls).toHaveLength(6);
    await rig.pass({ client: second });
    expect(second.budget.requestsLastHour).toBe(rig.service.requests.total);
    expect(second.traffic.requests).toBe(rig.service.requests.total - 6);
  });
});

describe("the spacing of calls", () => {
  it("the client learns its call spacing from the service's limit per minute", async () => {
    const clock = fakeClock(Date.now());
    const rig = await makeRig({ clock, now: () => clock.now(), faults: { rateLimit: 30 } });
    await rig.pass({ pageSize: 3 });
    await expectCopyEqualsCompany(rig);
    // A pass has 4 pages of locations, 20 of types and 40 of items. Without spacing, each minute would end with
    // a refusal.
    const refused = rig.service.requests.countByStatus(429);
    expect(refused).toBeGreaterThan(0);
    expect(rig.service.requests.total).toBe(64 + refused);
    const { spacingMs, foreignUse } = rig.client.budget;
    expect(spacingMs).toBeGreaterThan(0);
    expect(foreignUse).toBe(false);
    const before = clock.monotonic();
    await errorOf(rig.client.getRecord("items", "missing", { priority: "user" }));
    expect(clock.monotonic()).toBe(before);
  });

  it("the client does not space its calls if the service has no limit", async () => {
    const clock = fakeClock();
    const rig = await makeRig({ clock });
    await rig.pass({ pageSize: 3 });
    expect([rig.client.budget.spacingMs, clock.sleeps]).toEqual([0, []]);
  });
});

describe("a key shared with another client", () => {
  it("the client notices if another client uses up the key's limit", async () => {
    const clock = fakeClock(Date.now());
    const rig = await makeRig({ clock, now: () => clock.now(), faults: { rateLimit: 20 } });
    await rig.pass();
    expect(rig.client.budget.foreignUse).toBe(false);
    for (let round = 0; round < 2; round += 1) {
      await clock.wait(120_000);
      // The other client has its own clock, so its waits do not move the test's clock. It sends requests until
      // it is refused.
      const other = new ApiClient({
        baseUrl: rig.service.url,
        key: rig.service.key,
        fetch: nodeFetch,
        clock: fakeClock(),
      });
      const ask = (): Promise<unknown> =>
        other.listPage("items", { limit: 1 }, null, { priority: "background" });
      for (let request = 0; request < 20; request += 1) await ask();
      await rig.pass({ withReferences: false });
    }
    expect(rig.client.budget).toMatchObject({ foreignUse: true, spacingMs: 0 });
    await expectCopyEqualsCompany(rig);
  });

  it("the client suspects no other client if its own pages reach the limit", async () => {
    const clock = fakeClock(Date.now());
    const rig = await makeRig({ clock, now: () => clock.now(), faults: { rateLimit: 20 } });
    for (let pass = 0; pass < 3; pass += 1) await rig.pass({ mode: "full", pageSize: 6 });
    expect(rig.service.requests.countByStatus(429)).toBeGreaterThan(1);
    expect(rig.client.budget.foreignUse).toBe(false);
  });
});
