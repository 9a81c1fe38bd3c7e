import { expect, it } from "vitest";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";
import { READ_USUAL_TIMES } from "../../../../../electron/features/custody/custody-tasks.ts";
import { item, openStore, passEntry } from "../../store/support.ts";

const DAY = 86_400_000;
const iso = (day: number): string => new Date(day * DAY).toISOString();

/** A store with full refreshes at midday of days since the epoch. */
async function openDaily() {
  const store = await openStore();
  let sequence = 0;
  const fetchedOn = (day: number) => {
    sequence += 1;
    return { sequence, at: (day + 0.5) * DAY, servedBy: (day + 0.5) * DAY, verified: true };
  };
  return {
    ...store,
    refresh(day: number, records: readonly unknown[]): void {
      const { pass } = store.writer.beginPass();
      store.writer.beginListing("items", pass);
      store.writer.storePages("items", [{ records, requestId: null, fetched: fetchedOn(day) }], {
        everything: false,
        facts: { firstPullComplete: true, mark: iso(day + 0.5) },
      });
      store.writer.logPass(passEntry(pass), true, (day + 0.5) * DAY);
    },
    hide: (day: number, id: string, resource: Resource = "items") =>
      store.writer.hideRecord(resource, id, fetchedOn(day)),
  };
}

const ids = (count: number, prefix = "i") => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);
const out = (id: string, day: number, fields = {}) =>
  item(id, { status: "checked_out", checkedOutAt: iso(day), materialTypeId: "film", ...fields });
const back = (id: string, fields = {}) => item(id, { materialTypeId: "film", ...fields });

it("a material type has no usual time before eight returns", async () => {
  const store = await openDaily();
  expect(store.read(READ_USUAL_TIMES, undefined)).toEqual({ since: null, all: null, types: [] });
  store.refresh(
    100,
    ids(50).map((id) => out(id, 10)),
  );
  store.refresh(
    101,
    ids(7).map((id) => back(id)),
  );
  expect(store.read(READ_USUAL_TIMES, undefined)).toMatchObject({ all: null, types: [] });
});

it("the time of a return lies between the refreshes before and after the return", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    ids(8).map((id) => out(id, 95.5)),
  );
  store.refresh(100.5, []);
  store.refresh(
    103,
    ids(8).map((id) => back(id)),
  );
  const { all, types, since } = store.read(READ_USUAL_TIMES, undefined);
  expect(all).toEqual({
    cases: 8,
    median: { least: 5.5 * DAY, most: 8 * DAY },
    p90: { least: 5.5 * DAY, most: 8 * DAY },
  });
  expect(types).toMatchObject([{ typeId: "film", cases: 8 }]);
  expect(since).toMatch(/^1970-04-11T12:/);
});

it("items that are still checked out make the usual time longer", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    ids(20).map((id) => out(id, 99.5)),
  );
  for (const [at, id] of ids(10).entries()) store.refresh(101 + at, [back(id)]);
  // Computed by hand: 10 of 20 items are back by day 110 after 11 days; the other ten have been out for 11
  // days.
  expect(store.read(READ_USUAL_TIMES, undefined).all).toMatchObject({
    cases: 10,
    median: { most: 11 * DAY },
    p90: { least: 11 * DAY, most: null },
  });
  store.refresh(120, []);
  expect(store.read(READ_USUAL_TIMES, undefined).all?.p90).toEqual({ least: 21 * DAY, most: null });
});

it("an item archived, hidden or lost while checked out does not count as returned", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    [...ids(11), "a", "l", "h"].map((id) => out(id, 99.5)),
  );
  store.refresh(104, []);
  store.refresh(105, [
    item("a", { status: "archived", archivedAt: iso(104.6), materialTypeId: "film" }),
    out("l", 99.5, { status: "lost" }),
  ]);
  store.hide(105, "h");
  store.refresh(
    110,
    ids(11).map((id) => back(id)),
  );
  expect(store.read(READ_USUAL_TIMES, undefined).all).toMatchObject({ cases: 11, p90: { most: 11 * DAY } });
});

it("a later check-out date counts as a return and a new check-out", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    ids(9).map((id) => out(id, 99.5)),
  );
  // The item was seen on day 106, and checked out again on day 104.
  store.refresh(105 - 2, []);
  store.refresh(
    106,
    ids(9).map((id) => out(id, 104)),
  );
  expect(store.read(READ_USUAL_TIMES, undefined).all).toEqual({
    cases: 9,
    median: { least: 4 * DAY, most: 4.5 * DAY },
    p90: { least: 4 * DAY, most: 4.5 * DAY },
  });
});

it("an earlier or missing check-out date counts as a correction", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    ids(10).map((id) => out(id, 99.5)),
  );
  store.refresh(
    103,
    ids(10).map((id, at) => out(id, 98, at % 2 === 0 ? {} : { checkedOutAt: null })),
  );
  expect(store.read(READ_USUAL_TIMES, undefined).all).toBeNull();
});

it("an item with a new holder is still checked out", async () => {
  const store = await openDaily();
  store.refresh(
    100,
    ids(10).map((id) => out(id, 99.5, { checkedOutToUserId: "u-1" })),
  );
  store.refresh(
    102,
    ids(10).map((id) => out(id, 99.5, { checkedOutToUserId: "u-2" })),
  );
  for (const id of ids(10)) store.hide(103, id);
  store.refresh(
    105,
    ids(10).map((id) => out(id, 99.5, { checkedOutToUserId: "u-2" })),
  );
  store.refresh(
    109,
    ids(10).map((id) => back(id)),
  );
  expect(store.read(READ_USUAL_TIMES, undefined).all).toMatchObject({ cases: 10, p90: { most: 10 * DAY } });
});

it("an item checked out before the oldest kept change counts from that change", async () => {
  const store = await openDaily();
  store.refresh(100, [...ids(12).map((id) => out(id, 99.5)), ...ids(12, "j").map((id) => out(id, 99.5))]);
  for (const [at, id] of ids(12, "j").entries()) store.refresh(101 + at, [back(id)]);
  const before = store.read(READ_USUAL_TIMES, undefined).all;
  expect(before).toMatchObject({ cases: 12, p90: { most: null } });
  store.writer.logPass(passEntry(99), true, 113 * DAY);
  store.writer.prune({ days: 10_000, changes: 1 }, 113 * DAY);
  store.refresh(
    120,
    ids(12).map((id) => back(id)),
  );
  // The change of day 112 is kept. Items that are out then enter at an age of 13 days, and earlier returns do
  // not count.
  expect(store.read(READ_USUAL_TIMES, undefined).all).toMatchObject({
    cases: 12,
    median: { most: 21 * DAY },
  });
});

it("usual times ignore check-outs before 1970 or in the future", async () => {
  const store = await openDaily();
  store.refresh(100, [
    ...ids(20, "old").map((id) => out(id, -1)),
    ...ids(20, "new").map((id) => out(id, 130)),
    ...ids(9).map((id) => out(id, 99.5)),
  ]);
  store.refresh(
    140,
    [...ids(20, "old"), ...ids(20, "new"), ...ids(9)].map((id) => back(id)),
  );
  expect(store.read(READ_USUAL_TIMES, undefined).all).toMatchObject({ cases: 9, p90: { most: 41 * DAY } });
});
