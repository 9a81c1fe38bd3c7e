import { describe, expect, it } from "vitest";
import { LOOK_UP_SCAN, lookUpSql } from "../../../../../electron/features/scanner/look-up-scan.ts";
import { RESOURCES, type Resource } from "../../../../../shared/inventory/resource-names.ts";
import { textsOfScan } from "../../../../../shared/features/scanner/scan-pattern.ts";
import { item, openStore, type TestStore } from "../../store/support.ts";

const FILM = { id: "typ_1", name: "Film" };
const HALL = { id: "loc_1", name: "Hall" };

async function storeOf(...items: readonly Record<string, unknown>[]): Promise<TestStore> {
  const store = await openStore();
  store.list("types", [FILM]);
  store.list("locations", [HALL]);
  store.list("items", items, { finish: { everything: true, facts: {} } });
  store.writer.buildIndexes();
  return store;
}

const found = (
  store: TestStore,
  texts: readonly string[],
  resources: readonly Resource[] = RESOURCES,
): readonly string[] =>
  store
    .read(LOOK_UP_SCAN, { texts, resources, limit: 2 })
    .records.map(({ resource, id }) => `${resource} ${id}`);

/** Hides an item like a 404 of the service. */
function hide({ writer }: TestStore, id: string): void {
  writer.hideRecord("items", id, {
    sequence: 1_000,
    at: 5_000,
    servedBy: 5_000,
    verified: true,
    fullCheck: false,
  });
}

describe("LOOK_UP_SCAN", () => {
  it("an id is found before an equal name", async () => {
    const store = await storeOf(item("itm_1", { name: "Roll 1" }), item("itm_2", { name: "itm_1" }));
    expect(found(store, ["itm_1"])).toEqual(["items itm_1"]);
  });
  it("an exact name is found in every resource", async () => {
    const store = await storeOf(item("itm_1", { name: "Roll 1" }), item("itm_2", { name: "Film" }));
    expect(found(store, ["Roll 1"])).toEqual(["items itm_1"]);
    expect(found(store, ["roll 1"])).toEqual([]);
    expect(found(store, ["Roll 01"])).toEqual([]);
    expect(found(store, ["Film"])).toEqual(["items itm_2", "types typ_1"]);
    expect(found(store, ["Film"], ["types"])).toEqual(["types typ_1"]);
  });
  it("a name with a space at its start or end is found only with that space", async () => {
    const store = await storeOf(item("itm_1", { name: "Roll 7 " }), item("itm_2", { name: " Roll 7" }));
    expect(found(store, textsOfScan(null, "Roll 7 "))).toEqual(["items itm_1"]);
    expect(found(store, textsOfScan(null, " Roll 7"))).toEqual(["items itm_2"]);
    expect(found(store, textsOfScan(null, "Roll 7"))).toEqual([]);
  });
  it("a later text of a scan is looked up only if the earlier texts find nothing", async () => {
    const store = await storeOf(item("itm_1", { name: "x-itm_2" }), item("itm_2"));
    expect(found(store, ["x-itm_2", "itm_2"])).toEqual(["items itm_1"]);
    expect(found(store, ["y-itm_2", "itm_2"])).toEqual(["items itm_2"]);
    expect(found(store, ["y-itm_3", "itm_3"])).toEqual([]);
  });
  it("a found record has the names that distinguish the record from other records", async () => {
    const store = await storeOf(
      item("itm_1", { name: "Roll", materialTypeId: "typ_1", locationId: "loc_1" }),
    );
    expect(store.read(LOOK_UP_SCAN, { texts: ["Roll"], resources: ["items"], limit: 2 })).toEqual({
      records: [{ resource: "items", id: "itm_1", name: "Roll", typeName: "Film", locationName: "Hall" }],
      more: false,
    });
  });
  it("the list of records with the same name ends at the limit", async () => {
    const store = await storeOf(...["a", "b", "c"].map((id) => item(id, { name: "Roll" })));
    const { records, more } = store.read(LOOK_UP_SCAN, { texts: ["Roll"], resources: RESOURCES, limit: 2 });
    expect([records.map(({ id }) => id), more]).toEqual([["a", "b"], true]);
  });
  it("a missing row is found by its id", async () => {
    const store = await storeOf(item("itm_1", { name: "Roll" }), item("itm_2", { name: "Roll" }));
    hide(store, "itm_1");
    expect(found(store, ["itm_1"])).toEqual(["items itm_1"]);
    expect(found(store, ["Roll"])).toEqual(["items itm_2"]);
    hide(store, "itm_2");
    expect(found(store, ["Roll"])).toEqual(["items itm_1", "items itm_2"]);
  });
  it("ids and names are looked up through a database index", async () => {
    const store = await storeOf(item("itm_1"));
    for (const resource of RESOURCES)
      for (const way of ["id", "name", "name of a missing row"] as const) {
        const plan = store
          .sql(`EXPLAIN QUERY PLAN ${lookUpSql(resource, way)}`)
          .map(({ detail }) => String(detail));
        expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
        expect(plan[0]).toMatch(way === "id" ? /\(id=\?\)/ : /_by_name \(nameSort=\?\)/);
      }
  });
});
