import { describe, expect, it } from "vitest";
import type { KeyState } from "../../service/index.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { errorOf } from "../../helpers/failures.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { companyRecords, expectCopyEqualsCompany, lastRequestId, makeRig } from "./support.ts";

/** The requests of a full pass before the refusal, by its place. A page has ten records. */
const STAGES = [
  ["the first page of locations", "locations", 0, 1],
  ["the second page of locations", "locations", 1, 2],
  ["the first page of types", "types", 0, 3],
  ["the third page of types", "types", 2, 5],
  ["the first page of items", "items", 0, 9],
  ["the fifth page of items", "items", 4, 13],
  ["the last page of items", "items", 11, 20],
] as const;

const REFUSALS = [
  ["revoked", "unauthorized", 401],
  ["not_pro", "forbidden", 403],
] as const;

const CASES = STAGES.flatMap(([stage, ...where]) =>
  REFUSALS.map(([state, kind, status]) => [status, stage, where, state, kind] as const),
);

describe("a refusal", () => {
  it.each(CASES)(
    "a refusal (%d) on %s ends the pass at once",
    async (status, _stage, [resource, page, requests], state, kind) => {
      const rig = await makeRig();
      const { mark } = await rig.pass();
      rig.service.company.upsertItem({ id: "zz-last", name: "Last" });
      rig.service.requests.clear();
      const refuse = (): void => rig.service.setKeyState(rig.service.key, state satisfies KeyState);
      const pages: Record<Resource, number> = { locations: 0, types: 0, items: 0 };
      const records = companyRecords(rig.service, "types").length;
      const last: Record<Resource, number> = {
        locations: 2,
        types: Math.ceil(records / 10),
        items: 13,
      };
      const before: Partial<Record<Resource, Resource>> = { types: "locations", items: "types" };
      if (resource === "locations" && page === 0) refuse();
      const error = await rig.failingPass({
        mode: "full",
        pageSize: 10,
        onPage: (listed) => {
          pages[listed] += 1;
          const next = page > 0 && listed === resource && pages[listed] === page;
          if (next || (page === 0 && listed === before[resource] && pages[listed] === last[listed])) refuse();
        },
      });
      expect(error).toMatchObject({ kind, status, requestId: lastRequestId(rig.service) });
      expect([rig.service.requests.total, rig.service.requests.countByStatus(status)]).toEqual([requests, 1]);
      expect(pages[resource]).toBe(page);
      const { facts, totals } = await rig.store.writer.describe();
      // Only the last page has the new item.
      expect([facts.mark, totals]).toEqual([mark, { items: 120, types: 60, locations: 12 }]);
      rig.service.setKeyState(rig.service.key, "active");
      await rig.pass();
      await expectCopyEqualsCompany(rig);
    },
  );

  it.each(REFUSALS)(
    "a refusal (%s) of getItem causes one request and changes no row",
    async (state, kind, status) => {
      const rig = await makeRig();
      await rig.pass();
      const [first] = companyRecords(rig.service, "items");
      const id = String(first?.["id"]);
      const before = await rig.store.reader.record("items", id);
      rig.service.setKeyState(rig.service.key, state);
      rig.service.requests.clear();
      const error = await errorOf(rig.client.getRecord("items", id, { priority: "user" }));
      expect(error).toMatchObject({ kind, status, requestId: lastRequestId(rig.service) });
      expect(rig.service.requests.total).toBe(1);
      expect(await rig.store.reader.record("items", id)).toEqual(before);
    },
  );
});

describe("an id that no URL can contain", () => {
  it.each([".", "..", "half \ud800"])(
    "the client never requests an id that no URL can hold (%j)",
    async (id) => {
      const rig = await makeRig();
      for (const resource of RESOURCES) {
        const error = await errorOf(rig.client.getRecord(resource, id, { priority: "user" }));
        expect(error.kind).toBe("not_addressable");
      }
      expect(rig.sent).toEqual([]);
    },
  );

  it.each(["...", "a/b", "ROLL/12", "a?b#c", "%2e", "a b", "ü", "..a", "a\\b", " ."])(
    "the client sends an id unchanged if a URL can hold it (%j)",
    async (id) => {
      const rig = await makeRig({ items: 3 });
      rig.service.company.upsertItem({ id, name: "Odd" });
      const { record } = await rig.client.getRecord("items", id, { priority: "user" });
      expect(record["name"]).toBe("Odd");
    },
  );
});

describe("a key replaced during a pass", () => {
  it("a replaced key sends no more requests", async () => {
    const rig = await makeEngineRig({ faults: { latencyMs: 5 }, settings: { pageSize: 10 } });
    const first = rig.clientWith(rig.service.key);
    await rig.engine.useClient(first);
    await rig.ended(1);
    rig.service.company.upsertItem({ id: "meanwhile", name: "Meanwhile" });
    const passing = rig.engine.syncNow("full", true);
    rig.service.requests.clear();
    await rig.engine.useClient(rig.clientWith(rig.service.addKey({ label: "second" })));
    await passing;
    const { total } = rig.service.requests;
    await rig.ended(3);
    const entries = rig.service.requests.entries.slice(total);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.map(({ keyLabel }) => keyLabel)).toEqual(entries.map(() => "second"));
    // The new pass begins without a cursor of the cancelled pass.
    expect(entries.filter(({ path }) => path === "/inventory/items")[0]?.query).not.toHaveProperty("cursor");
    expect(await rig.store.reader.record("items", "meanwhile")).not.toBeNull();
    await expectCopyEqualsCompany(rig);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  });
});
