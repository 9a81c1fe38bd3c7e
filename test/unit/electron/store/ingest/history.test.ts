import { describe, expect, it } from "vitest";
import type { PassEntry } from "../../../../../electron/store/database/pass-log.ts";
import type { Fetched } from "../../../../../electron/store/ingest/upsert.ts";
import type { AppFailure } from "../../../../../shared/base/errors.ts";
import { EVERYTHING, type Query } from "../../../../../shared/query/query.ts";
import { item, openStore, type TestStore } from "../support.ts";

const MARK = "2026-03-01T08:00:00.000Z";
const NOW = Date.parse("2026-03-02T08:00:00.000Z");
const whole = { everything: true, facts: { mark: MARK, firstPullComplete: true, checkedAsOf: MARK } };

/** A store with a complete first pull of these items. */
async function pulled(...items: Record<string, unknown>[]): Promise<TestStore> {
  const store = await openStore();
  store.list("items", items, { finish: whole });
  return store;
}

const changesOf = (store: TestStore) =>
  store.reader.changes({}, 0, 100).changes.map(({ type, id }) => [type.split(".").slice(1).join("."), id]);
const shown = (store: TestStore, query: Query = EVERYTHING): unknown[] =>
  store.reader.window("items", query, 0, 100, NOW).rows.map(({ id }) => id);
const asked = (sequence: number): Fetched => ({ sequence, at: NOW, servedBy: NOW, verified: true });
const HIDDEN: Query = { version: 1, filter: { field: "noLongerReturnedSince", op: "notEmpty" } };

/** The outcome of a pass, for the log. */
const PASS: PassEntry = {
  number: 9,
  mode: "full",
  startedAt: 1,
  endedAt: 2,
  error: null,
  message: null,
  requestId: null,
  requests: 1,
  restarts: 0,
  seen: 1,
  written: 0,
  quarantined: 0,
  changes: 0,
  mark: null,
};

describe("observed changes", () => {
  it("an empty text counts as missing except in the raw record", async () => {
    const store = await pulled(
      item("a", { locationId: "", materialTypeId: "", checkedOutToUserId: "", archivedAt: "" }),
      item("b", { locationId: null }),
      item("c", { locationId: "l-1", materialTypeId: "t-1" }),
    );
    const where = (field: string): Query => ({ version: 1, filter: { field, op: "empty" } });
    for (const field of ["locationId", "materialTypeId"])
      expect(shown(store, where(field))).toEqual(["a", "b"]);
    expect(shown(store, where("checkedOutToUserId"))).toEqual(["a", "b", "c"]);
    expect(store.sql("SELECT location_id, archived_at FROM v1_items WHERE id = 'a'")).toEqual([
      { location_id: null, archived_at: null },
    ]);
    expect(store.reader.record("items", "a")?.raw).toMatchObject({ locationId: "", archivedAt: "" });
    const updatedAt = "2026-03-01T09:30:00.000Z";
    store.list("items", [
      // A change from an empty text to null is not a transfer.
      item("a", { locationId: null, updatedAt }),
      item("c", { locationId: "", materialTypeId: "t-1", updatedAt }),
    ]);
    const { changes } = store.reader.changes({}, 0, 100);
    expect(changes.map(({ type, id, fields }) => [type, id, fields["locationId"]])).toEqual([
      ["inventory.item.transferred", "c", { old: "l-1", new: null }],
      ["inventory.item.updated", "a", undefined],
    ]);
  });

  it("a first pull and unchanged rows cause no changes", async () => {
    const store = await pulled(item("a"), item("b"));
    expect(store.list("items", [item("a"), item("b")]).tally).toMatchObject({ written: 0, changes: 0 });
    expect(changesOf(store)).toEqual([]);
  });

  it("changes are written with their rows and their own time", async () => {
    const store = await pulled(item("a"), item("b"));
    const updatedAt = "2026-03-01T09:30:00.000Z";
    const { tally } = store.list("items", [item("a", { weight: 2, updatedAt }), item("c")]);
    expect(tally.changes).toBe(2);
    expect(changesOf(store)).toEqual([
      ["item.created", "c"],
      ["item.updated", "a"],
    ]);
    expect(store.reader.changes({ id: "a" }, 0, 10)).toEqual({
      total: 1,
      changes: [
        {
          number: 1,
          pass: 2,
          type: "inventory.item.updated",
          resource: "items",
          id: "a",
          event: null,
          holder: null,
          oldHolder: null,
          name: "Item a",
          // The test store's mark is later than its answers.
          observedAfter: expect.any(String),
          observedBefore: new Date(1_000_002).toISOString(),
          occurredAt: updatedAt,
          fields: {
            weight: { old: null, new: 2 },
            updatedAt: { old: "2025-06-01T00:00:00.000Z", new: updatedAt },
          },
        },
      ],
    });
  });

  it("a failed transaction undoes its changes and rows", async () => {
    const store = await pulled(...Array.from({ length: 10 }, (_, n) => item(`i${n}`)));
    expect(() => store.list("items", [item("i0", { weight: 1 })], { finish: whole })).toThrow(
      /no longer returns 9 of 10/,
    );
    expect(changesOf(store)).toEqual([]);
    expect(store.reader.record("items", "i0")?.row["weight"]).toBeNull();
    expect(store.writer.describe()).toMatchObject({ unverified: 0, totals: { items: 10 } });
  });

  it("a verified record's change is written exactly once", async () => {
    const store = await pulled(item("a"));
    store.writer.storeRecord("items", item("a", { status: "archived" }), asked(5));
    store.list("items", [item("a", { status: "archived" })], { sequence: 6 });
    expect(changesOf(store)).toEqual([["item.archived", "a"]]);
  });

  it("the store keeps changes up to its limits of age and number", async () => {
    const store = await pulled(item("a"));
    for (let weight = 1; weight <= 5; weight += 1) store.list("items", [item("a", { weight })]);
    store.writer.prune({ days: 180, changes: 3 }, 1_000_000);
    expect(store.reader.changes({}, 0, 10)).toMatchObject({
      total: 3,
      changes: [{ number: 5 }, {}, { number: 3 }],
    });
    store.writer.prune({ days: 1, changes: 3 }, 1_000_000 + 2 * 86_400_000);
    expect(store.reader.changes({}, 0, 10).total).toBe(0);
    // Numbers are never reused; otherwise "seen up to" would be wrong.
    store.list("items", [item("a", { weight: 9 })]);
    expect(store.reader.changes({}, 0, 10).changes).toMatchObject([{ number: 6 }]);
    store.writer.logPass(PASS, true, 1_000_000);
    expect(store.reader.passes(5)).toEqual([PASS]);
  });

  it("a list of changes ends at a given change number", async () => {
    const store = await pulled(item("a"), item("b"));
    for (let weight = 1; weight <= 3; weight += 1)
      store.list("items", [item("a", { weight }), item("b", { weight })]);
    const upTo = store.reader.changes({ id: "a" }, 0, 10, 4);
    expect(upTo.total).toBe(2);
    expect(upTo.changes.map(({ id, number }) => [id, number])).toEqual([
      ["a", 3],
      ["a", 1],
    ]);
    expect(store.reader.changes({}, 1, 10, 4).changes.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(store.reader.changes({}, 0, 10, 0)).toEqual({ changes: [], total: 0 });
  });

  it("changes can be found by type, record, search, location, holder and time", async () => {
    const store = await pulled(item("a", { locationId: "l1" }), item("b"), item("Ünit"));
    store.list("items", [
      item("a", { locationId: "l2" }),
      item("b", { status: "checked_out", checkedOutToUserId: "u1" }),
      item("Ünit", { weight: 1 }),
    ]);
    const found = (filter: Parameters<TestStore["reader"]["changes"]>[0]): string[] =>
      store.reader.changes(filter, 0, 10).changes.map(({ id }) => id);
    expect(found({ types: ["inventory.item.transferred"] })).toEqual(["a"]);
    expect(found({ resource: "types" })).toEqual([]);
    expect(found({ id: "b" })).toEqual(["b"]);
    expect(found({ search: "unit" })).toEqual(["Ünit"]);
    expect(found({ locations: ["l1"] })).toEqual(["a"]);
    expect(found({ locations: ["l2"] })).toEqual(["a"]);
    expect(found({ holders: ["u1"] })).toEqual(["b"]);
    const at = new Date(1_000_002).toISOString();
    expect(found({ since: at })).toHaveLength(3);
    expect(found({ until: at })).toEqual([]);
  });
});

describe("rows missing from a full check", () => {
  const twenty = Array.from({ length: 20 }, (_, n) => item(`i${n}`));
  const all = { everything: true, facts: { checkedAsOf: MARK } };

  it("a row missing from a full check stays until a 404 hides it", async () => {
    const store = await pulled(...twenty);
    store.list("items", twenty.slice(1), { finish: all });
    expect(store.writer.nextMissing(5, Date.now())).toEqual([{ resource: "items", id: "i0" }]);
    expect(store.writer.describe()).toMatchObject({
      unverified: 1,
      totals: { items: 20 },
      hidden: { items: 0 },
    });
    expect(shown(store)).toContain("i0");

    const received = store.sql("SELECT fetchedAt FROM items WHERE id = 'i0'");
    expect(store.writer.hideRecord("items", "i0", asked(50))).toMatchObject({
      changed: true,
      totals: { items: 19 },
    });
    expect(store.writer.describe()).toMatchObject({ unverified: 0, hidden: { items: 1 } });
    expect(shown(store)).not.toContain("i0");
    expect(shown(store, HIDDEN)).toEqual(["i0"]);
    expect(store.reader.count("items", EVERYTHING, NOW)).toMatchObject({ total: 19, all: 19 });
    expect(store.reader.record("items", "i0")?.row["noLongerReturnedSince"]).toBe(
      new Date(NOW).toISOString(),
    );
    // A 404 returns no record, so the row keeps the time at which it was received.
    expect(store.sql("SELECT fetchedAt FROM items WHERE id = 'i0'")).toEqual(received);

    // A page that was requested before the 404 does not restore the row; a later page does, even without a
    // change.
    store.list("items", [item("i0")], { sequence: 49 });
    expect(shown(store)).not.toContain("i0");
    expect(store.list("items", [item("i0")], { sequence: 51 })).toMatchObject({
      changed: true,
      totals: { items: 20 },
    });
    expect(shown(store)).toContain("i0");
    expect(changesOf(store)).toEqual([
      ["item.returned_again", "i0"],
      ["item.no_longer_returned", "i0"],
    ]);
    expect(store.writer.describe()).toMatchObject({ hidden: { items: 0 }, totals: { items: 20 } });
  });

  it("a missing row's removal time is after the last full check that still listed the row", async () => {
    const store = await pulled(...twenty);
    store.list("items", twenty.slice(1), {
      finish: { everything: true, facts: { checkedAsOf: "2026-03-02T00:00:00.000Z" } },
    });
    store.writer.hideRecord("items", "i0", asked(50));
    expect(store.reader.changes({}, 0, 1).changes).toMatchObject([
      { observedAfter: MARK, observedBefore: new Date(NOW).toISOString() },
    ]);
  });

  it("a row is no longer missing if a later listing has it", async () => {
    const store = await pulled(...twenty);
    store.list("items", twenty.slice(1), { finish: all });
    store.list("items", [item("i0")]);
    expect(store.writer.describe().unverified).toBe(0);
  });

  it("a row requested after the listing began is not missing", async () => {
    const store = await pulled(...twenty);
    store.list("items", twenty.slice(2), { sequence: 30 });
    store.writer.storeRecord("items", item("i0"), asked(31));
    store.page("items", [], { sequence: 32, finish: all });
    expect(store.writer.nextMissing(5, Date.now())).toEqual([{ resource: "items", id: "i1" }]);
  });

  it("a full check in which over 5 % of items are missing fails without the user's consent", async () => {
    const store = await pulled(...twenty);
    const { facts } = store.writer.describe();
    const refused = (): unknown => {
      try {
        return store.list("items", twenty.slice(2), { finish: all });
      } catch (thrown) {
        return (thrown as AppFailure).error;
      }
    };
    expect(refused()).toMatchObject({ kind: "mass_removal", missing: { rows: 2, of: 20 } });
    expect(store.writer.describe()).toMatchObject({
      facts: { mark: facts.mark, revision: facts.revision },
      unverified: 0,
    });
    store.list("items", twenty.slice(1), { finish: all });
    expect(store.writer.describe().unverified).toBe(1);
    store.list("items", twenty.slice(2), { finish: { ...all, acceptRemovals: true } });
    expect(store.writer.describe().unverified).toBe(2);
  });

  it("a resumed first pull marks unlisted rows as missing without a question", async () => {
    const store = await openStore();
    store.list("items", twenty);
    store.list("items", [], { finish: whole });
    expect(store.writer.describe()).toMatchObject({ unverified: 20, totals: { items: 20 } });
  });

  it("the store recognises a company only by stored rows", async () => {
    const store = await openStore();
    const hall = { id: "l1", name: "Hall", createdAt: MARK, updatedAt: null };
    store.list("locations", [hall], { finish: whole });
    const recognises = (record: object): boolean => store.writer.recognises("locations", [record]);
    expect(recognises({ ...hall, name: "Renamed" })).toBe(true);
    expect(recognises({ ...hall, id: "l2" })).toBe(false);
    expect(recognises({ ...hall, createdAt: "2020-01-01T00:00:00Z" })).toBe(false);
    expect(store.writer.knownRows(2)).toEqual([{ resource: "locations", id: "l1" }]);
  });
});

describe("a view's unseen changes", () => {
  const OUT: Query = { version: 1, filter: { field: "status", op: "is", value: "checked_out" } };
  const news = (store: TestStore, query: Query, view = "v") => {
    const { records, ...rest } = store.reader.unseenChanges(view, "items", query, 10, NOW);
    return { ...rest, records: records.map(({ id, what, fields }) => [id, what, Object.keys(fields)]) };
  };
  const out = (id: string): Record<string, unknown> =>
    item(id, { status: "checked_out", checkedOutToUserId: "u" });

  it("a view has no unseen changes before the user first sees it", async () => {
    const store = await pulled(item("a"));
    store.list("items", [out("a")]);
    expect(news(store, OUT)).toEqual({
      seen: false,
      entered: 0,
      left: 0,
      changed: 0,
      more: false,
      cutOff: false,
      upTo: 1,
      records: [],
    });
  });

  it("unseen changes are rows that entered, left or changed in the view", async () => {
    const store = await pulled(item("a"), out("b"), out("c"), item("d"), out("e"));
    store.writer.markSeen("v", 0);
    store.list("items", [
      out("a"),
      item("b"),
      { ...out("c"), weight: 3 },
      item("d", { weight: 1 }),
      out("f"),
    ]);
    store.writer.hideRecord("items", "e", asked(40));
    expect(news(store, OUT)).toEqual({
      seen: true,
      entered: 2,
      left: 2,
      changed: 1,
      more: false,
      cutOff: false,
      upTo: 6,
      records: [
        ["e", "left", []],
        ["f", "entered", ["name", "status", "checkedOutToUserId", "createdAt", "updatedAt"]],
        ["c", "changed", ["weight"]],
        ["b", "left", ["status", "checkedOutToUserId"]],
        ["a", "entered", ["status", "checkedOutToUserId"]],
      ],
    });
    store.writer.markSeen("v", 6);
    expect(news(store, OUT)).toMatchObject({ entered: 0, left: 0, changed: 0, records: [] });
  });

  it("unseen changes combine a row's changes and drop values that changed back", async () => {
    const store = await pulled(item("a"), item("b"));
    store.writer.markSeen("v", 0);
    store.list("items", [item("a", { weight: 1 }), item("b", { weight: 5 })]);
    store.list("items", [item("a", { weight: 2, name: "A" }), item("b")]);
    const { records } = store.reader.unseenChanges("v", "items", EVERYTHING, 10, NOW);
    expect(records).toMatchObject([
      {
        id: "a",
        what: "changed",
        fields: { weight: { old: null, new: 2 }, name: { old: "Item a", new: "A" } },
      },
    ]);
    expect(records).toHaveLength(1);
  });

  it("unseen changes respect searches, location names and hidden rows", async () => {
    const store = await pulled(item("a", { name: "Film" }), item("b"), item("c"));
    store.list("locations", [{ id: "l", name: "Hall" }], { finish: { everything: true, facts: {} } });
    store.writer.hideRecord("items", "c", asked(30));
    store.writer.markSeen("v", 100);
    store.writer.markSeen("v", store.writer.describe().lastChange);
    store.list("items", [item("a", { name: "Foil" }), item("b", { locationId: "l" }), item("c")], {
      sequence: 60,
    });
    expect(news(store, { version: 1, search: "film" })).toMatchObject({ records: [["a", "left", ["name"]]] });
    expect(news(store, { version: 1, search: "hall" })).toMatchObject({
      records: [["b", "entered", ["locationId"]]],
    });
    expect(news(store, EVERYTHING)).toMatchObject({ entered: 1, changed: 2, left: 0 });
  });

  it("unseen changes report that older changes were deleted", async () => {
    const store = await pulled(item("a"), item("b"));
    store.writer.markSeen("v", 0);
    for (const weight of [1, 2, 3]) store.list("items", [item("a", { weight })]);
    expect(news(store, EVERYTHING)).toMatchObject({ changed: 1, cutOff: false, upTo: 3 });
    store.writer.prune({ days: 180, changes: 1 }, 1_000_000);
    expect(news(store, EVERYTHING)).toMatchObject({ changed: 1, cutOff: true, upTo: 3 });
    store.writer.prune({ days: 180, changes: 0 }, 1_000_000);
    expect(news(store, EVERYTHING)).toMatchObject({ changed: 0, cutOff: true, upTo: 3 });
    store.writer.markSeen("v", 3);
    expect(news(store, EVERYTHING)).toMatchObject({ changed: 0, cutOff: false, upTo: 3 });
  });
});
