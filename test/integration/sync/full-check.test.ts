import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { errorOf } from "../../helpers/failures.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import {
  clientBringing,
  companyRecords,
  expectCopyEqualsCompany,
  FULL_PULL_REQUESTS,
  ITEMS,
  makeRig,
  type Rig,
} from "./support.ts";

const removeItems = (rig: Rig, count: number): string[] => {
  const ids = companyRecords(rig.service, "items")
    .slice(10, 10 + count)
    .map(({ id }) => String(id));
  for (const id of ids) rig.service.company.removeItem(id);
  return ids;
};
const shownIds = async (rig: Rig): Promise<string[]> => {
  const { rows } = await rig.store.reader.window("items", EVERYTHING, 0, 500, Date.now());
  return rows.map(({ id }) => String(id)).toSorted();
};
const allRows = async (rig: Rig): Promise<unknown[]> => {
  const windows = RESOURCES.map((resource) => rig.store.reader.window(resource, EVERYTHING, 0, 500, 0));
  return (await Promise.all(windows)).map(({ rows }) => rows);
};
const companyIds = (rig: Rig): string[] =>
  companyRecords(rig.service, "items")
    .map(({ id }) => String(id))
    .toSorted();

describe("a full check (design 4.8)", () => {
  it("a full check hides confirmed deletions and shows rows that are listed again", async () => {
    const rig = await makeRig();
    await rig.pass();
    const gone = removeItems(rig, 3);
    await rig.pass();
    expect((await rig.store.writer.describe()).totals.items).toBe(ITEMS);

    rig.service.requests.clear();
    expect(await rig.pass({ mode: "full" })).toMatchObject({
      verified: 3,
      hidden: 3,
      requests: FULL_PULL_REQUESTS + 3,
    });
    const asked = rig.service.requests.entries.map(({ path }) => path).slice(-3);
    expect(asked.toSorted()).toEqual(gone.map((id) => `/inventory/items/${id}`).toSorted());
    expect(await shownIds(rig)).toEqual(companyIds(rig));
    const described = await rig.store.writer.describe();
    expect(described).toMatchObject({ hidden: { items: 3 }, totals: { items: ITEMS - 3 }, unverified: 0 });
    expect(described.facts.checkedAsOf).toBe(described.facts.mark);
    expect(described.facts.lastFullCheckAt).not.toBeNull();

    rig.service.company.upsertItem({ id: String(gone[0]), name: "Back again" });
    await rig.pass();
    expect(await shownIds(rig)).toEqual(companyIds(rig));
    const { changes } = await rig.store.reader.changes({ id: gone[0] ?? "" }, 0, 5);
    // It returned with other values, which are a separate change.
    expect(changes.slice(1).map(({ type }) => type)).toEqual([
      "stockdeck.item.returned_again",
      "stockdeck.item.no_longer_returned",
    ]);
    expect(changes[0]?.fields).toMatchObject({ name: { new: "Back again" } });
  });

  it("a full check keeps a skipped row if getItem still returns the row", async () => {
    const rig = await makeRig();
    await rig.pass();
    // The reader never sees these three, as if they had moved to a page that it had read. The company still has
    // them.
    rig.service.requests.clear();
    const skipping = skipRecords(rig, 3);
    expect(await rig.pass({ mode: "full", client: skipping.client })).toMatchObject({
      verified: 3,
      hidden: 0,
    });
    expect(
      rig.service.requests.entries
        .slice(-3)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(skipping.ids.map((id) => `/inventory/items/${id}`).toSorted());
    expect(await shownIds(rig)).toEqual(companyIds(rig));
  });

  it("a full check requests single rows up to a budget per pass", async () => {
    const rig = await makeRig({ items: 6_000 });
    await rig.pass({ pageSize: 250 });
    removeItems(rig, 290);
    expect(await rig.pass({ mode: "full", pageSize: 250 })).toMatchObject({ verified: 250, hidden: 250 });
    expect((await rig.store.writer.describe()).unverified).toBe(40);
    expect(await rig.pass()).toMatchObject({ mode: "incremental", verified: 40, hidden: 40 });
    expect(await shownIds(rig)).toHaveLength(500);
    expect((await rig.store.writer.describe()).totals.items).toBe(5_710);
  });

  it("each listing of locations or types is also a full check of these records", async () => {
    const rig = await makeRig();
    await rig.pass();
    const [location] = companyRecords(rig.service, "locations");
    const [type] = companyRecords(rig.service, "types");
    rig.service.company.removeLocation(String(location?.["id"]));
    rig.service.company.removeType(String(type?.["id"]));
    expect(await rig.pass()).toMatchObject({ verified: 2, hidden: 2 });
    expect((await rig.store.writer.describe()).hidden).toEqual({ items: 0, types: 1, locations: 1 });
  });

  it("a full check that would hide over 5 % of rows needs the user's consent", async () => {
    const rig = await makeRig();
    await rig.pass();
    const before = await rig.store.writer.describe();
    const rows = await allRows(rig);
    const { company } = rig.service;
    removeItems(rig, 7);
    // No other row of the same listing is written either, because it may belong to another company.
    const first = (resource: Resource): string => String(companyRecords(rig.service, resource)[0]?.id);
    company.upsertLocation({ id: first("locations"), name: "Renamed hall" });
    company.upsertType({ id: first("types"), name: "Renamed type" });
    company.upsertItem({ id: first("items"), name: "Renamed item" });
    for (let number = 0; number < 7; number += 1)
      company.upsertItem({ id: `itm_new_${number}`, name: `New ${number}` });
    expect(await rig.failingPass({ mode: "full" })).toMatchObject({
      kind: "mass_removal",
      missing: { rows: 7, of: ITEMS },
    });
    const after = await rig.store.writer.describe();
    expect(after).toMatchObject({ totals: before.totals, hidden: before.hidden, unverified: 0 });
    expect(after).toMatchObject({ quarantined: before.quarantined, lastChange: before.lastChange });
    expect(after.facts).toMatchObject({ mark: before.facts.mark, revision: before.facts.revision });
    expect(await allRows(rig)).toEqual(rows);
    expect(await rig.pass({ mode: "full", acceptRemovals: true })).toMatchObject({ hidden: 7 });
    await expectCopyEqualsCompany(rig);
  });

  it("a full check stages its pages and then stores all changes together", async () => {
    const rig = await makeRig();
    await rig.pass();
    const { company } = rig.service;
    const [, second] = companyRecords(rig.service, "items");
    company.upsertItem({ id: String(second?.id), name: "Renamed item" });
    const added = company.upsertItem({ id: "itm_new", name: "New item" });
    company.upsertLocation({ id: "loc_new", name: "New hall" });
    removeItems(rig, 2);
    expect(await rig.pass({ mode: "full" })).toMatchObject({ hidden: 2 });
    await expectCopyEqualsCompany(rig);
    const { changes } = await rig.store.reader.changes({}, 0, 10);
    expect(changes.map(({ type }) => type).toSorted()).toEqual([
      "inventory.item.created",
      "inventory.item.updated",
      "inventory.location.updated",
      "stockdeck.item.no_longer_returned",
      "stockdeck.item.no_longer_returned",
    ]);
    expect(changes.some(({ id }) => id === added.id)).toBe(true);
    // A cancelled full check leaves no staged data.
    company.upsertItem({ id: String(second?.id), name: "Renamed again" });
    rig.service.setFaults({ onlyPath: "/inventory/items", skipRequests: 1, serverErrorNext: 100 });
    const rows = await allRows(rig);
    await rig.failingPass({ mode: "full" });
    expect(await allRows(rig)).toEqual(rows);
    rig.service.setFaults({ serverErrorNext: 0 });
    await rig.pass();
    await expectCopyEqualsCompany(rig);
  });
});

describe("a key of another company", () => {
  it.each(["incremental", "full"] as const)(
    "the %s pass recognises another company by two known locations before writing",
    async (mode) => {
      const rig = await makeRig();
      await rig.pass();
      const ids = await shownIds(rig);
      const before = await rig.store.writer.describe();
      rig.service.requests.clear();
      const client = rig.clientWith(rig.service.addKey({ company: "other" }));
      expect(await rig.failingPass({ mode, client })).toMatchObject({ kind: "other_company" });
      expect(rig.service.requests.entries.map(({ path, status }) => [path.split("/")[2], status])).toEqual([
        ["locations", 200],
        ["locations", 404],
        ["locations", 404],
      ]);
      const facts = { ...before.facts, passes: before.facts.passes + 1 };
      expect(await rig.store.writer.describe()).toEqual({ ...before, facts });
      expect(await shownIds(rig)).toEqual(ids);
    },
  );

  it("one known location is enough to recognise the same company", async () => {
    const rig = await makeRig();
    await rig.pass();
    const [kept, ...others] = companyRecords(rig.service, "locations").map(({ id }) => String(id));
    for (const id of others) rig.service.company.removeLocation(id);
    expect(await rig.pass()).toMatchObject({ hidden: others.length });
    expect((await rig.store.reader.record("locations", kept ?? ""))?.row["noLongerReturnedSince"]).toBeNull();
  });

  it("a key of another company causes a question to the user", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    await rig.engine.useClient(rig.clientWith(rig.service.addKey({ company: "other" })));
    await rig.ended(2);
    expect(rig.engine.status).toMatchObject({
      state: "asking",
      question: { kind: "other_company", missing: null },
      nextPassAt: null,
      totals: { items: ITEMS },
    });
    // A refresh of a record at this time reports another company's key, not a deleted record. The row stays.
    const id = String(companyRecords(rig.service, "items")[3]?.["id"]);
    expect((await errorOf(rig.engine.refreshRecord("items", id))).kind).toBe("other_company");
    expect(rig.engine.status).toMatchObject({ hidden: { items: 0 }, totals: { items: ITEMS } });
    await rig.engine.useClient(rig.client);
    await rig.ended(3);
    expect(rig.engine.status).toMatchObject({ state: "idle", question: null });
  });

  it("the user confirms that many removals are correct", async () => {
    const rig = await makeEngineRig();
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    removeItems(rig, 20);
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status).toMatchObject({
      question: { kind: "mass_removal", missing: { rows: 20, of: ITEMS } },
    });
    // Other passes continue, and the question stays open.
    await rig.engine.syncNow("incremental", false);
    expect(rig.engine.status).toMatchObject({
      state: "idle",
      error: null,
      question: { kind: "mass_removal" },
    });
    rig.engine.answerQuestion(true);
    await rig.until(() => rig.engine.status.hidden.items === 20);
    expect(rig.engine.status).toMatchObject({ question: null, totals: { items: ITEMS - 20 } });
    expect(await shownIds(rig)).toEqual(companyIds(rig));
  });
});

/** A client whose listings omit some of the items that the service returned. */
function skipRecords(
  rig: Rig,
  count: number,
): { readonly client: Rig["client"]; readonly ids: readonly string[] } {
  const ids = companyRecords(rig.service, "items")
    .slice(20, 20 + count)
    .map(({ id }) => String(id));
  const isLeftOut = (record: unknown): boolean => ids.includes((record as { readonly id: string }).id);
  const client = clientBringing(rig, (records) => records.filter((record) => !isLeftOut(record)));
  return { client, ids };
}
