import { expect, it } from "vitest";
import { READ_DIFFERENCES } from "../../../../../electron/features/past-days/differences.ts";
import type { Filter } from "../../../../../shared/query/query.ts";
import { item, openStore, type TestStore } from "../../store/support.ts";

const DAY = 86_400_000;
const FIRST = Date.parse("2026-03-01T12:00:00.000Z");
const NOW = FIRST + 100 * DAY;
const AS_OF = new Date(FIRST + DAY / 2).toISOString();

const OUT: Filter = { field: "status", op: "is", value: "checked_out" };
const out = (id: string): object => item(id, { status: "checked_out", checkedOutToUserId: "u" });

async function changed(): Promise<TestStore> {
  const store = await openStore();
  const finish = { everything: true, facts: { firstPullComplete: true } };
  store.list("items", [item("a"), out("b"), out("c"), item("d"), item("e"), out("f")], {
    servedBy: FIRST,
    finish,
  });
  store.list("items", [out("a"), item("b"), { ...out("c"), weight: 3 }, item("d", { weight: 1 }), out("g")], {
    servedBy: FIRST + 2 * DAY,
  });
  // The item changes back, so that only its time of update differs.
  store.list("items", [item("d", { updatedAt: "2026-04-01T00:00:00Z" })], { servedBy: FIRST + 3 * DAY });
  store.writer.hideRecord("items", "f", { sequence: 99, at: NOW, servedBy: FIRST + 3 * DAY, verified: true });
  return store;
}

const read = (store: TestStore, filter?: Filter, offset = 0, limit = 100) =>
  store.read(READ_DIFFERENCES, {
    resource: "items",
    query: { version: 1, asOf: AS_OF, ...(filter && { filter }) },
    now: NOW,
    offset,
    limit,
  });

it("a view's differences are rows that entered, left or changed", async () => {
  const { records, ...counts } = read(await changed(), OUT);
  expect(counts).toEqual({ entered: 2, left: 2, changed: 1 });
  expect(records.map(({ id, what }) => [id, what])).toEqual([
    ["a", "entered"],
    ["b", "left"],
    ["c", "changed"],
    ["f", "left"],
    ["g", "entered"],
  ]);
  expect(records[0]).toMatchObject({
    name: "Item a",
    fields: { status: { old: "available", new: "checked_out" } },
    observedBefore: new Date(FIRST + 2 * DAY).toISOString(),
  });
});

it("a row that changed back is not a difference", async () => {
  const { records, ...counts } = read(await changed());
  expect(counts).toEqual({ entered: 1, left: 1, changed: 3 });
  expect(records.map(({ id }) => id)).not.toContain("d");
});

it("differences are read in parts", async () => {
  const store = await changed();
  expect(read(store, undefined, 1, 2).records.map(({ id }) => id)).toEqual(["b", "c"]);
  store.list("items", [item("e", { weight: 7 })], { servedBy: FIRST + 5 * DAY });
  expect(read(store).records.map(({ id }) => id)).toContain("e");
});
