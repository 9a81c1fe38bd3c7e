import { describe, expect, it } from "vitest";
import { InventoryWriter } from "../../../../../electron/store/ingest/inventory-writer.ts";
import type { AppFailure } from "../../../../../shared/base/errors.ts";
import { item, openStore, type TestStore } from "../support.ts";
import type { PageToStore } from "../../../../../electron/store/ingest/upsert.ts";

const indexes = (store: TestStore): number =>
  store.sql("SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'items_by_*'").length;

/** Makes the next write of that item fail inside SQLite, like a full disk. */
function failOn(store: TestStore, id: string): void {
  store.sql(
    `CREATE TRIGGER trap BEFORE INSERT ON items WHEN NEW.id = '${id}' BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
  );
}

const errorOf = (work: () => unknown): AppFailure => {
  try {
    work();
  } catch (thrown) {
    return thrown as AppFailure;
  }
  throw new Error("expected a failure");
};

describe("storePages()", () => {
  it("storePages() counts repeated records once", async () => {
    const store = await openStore();
    const commit = store.list("items", [item("a"), item("b"), item("a"), { id: 7 }, { id: 7 }, null]);
    expect(commit).toMatchObject({
      tally: { seen: 2, written: 2, quarantined: 2 },
      changed: true,
      totals: { items: 2 },
    });
    expect(store.page("items", [item("b"), item("c")]).tally).toEqual({
      seen: 3,
      written: 3,
      quarantined: 2,
      changes: 0,
    });
    expect(store.writer.describe()).toMatchObject({
      totals: { items: 3, types: 0, locations: 0 },
      quarantined: 2,
    });
  });

  it("storePages() restarts the count with each listing", async () => {
    const store = await openStore();
    store.list("items", [item("a"), item("b")]);
    expect(store.list("items", [item("a")]).tally).toEqual({
      seen: 1,
      written: 0,
      quarantined: 0,
      changes: 0,
    });
  });

  it("storePages() raises the revision only if rows changed", async () => {
    const store = await openStore();
    const revisions = [
      store.list("items", [item("a")]).revision,
      store.list("items", [item("a")]).revision,
      store.list("items", []).revision,
      store.list("items", [{ id: 3 }]).revision,
      store.list("items", [item("a", { weight: 2 })]).revision,
    ];
    expect(revisions).toEqual([1, 1, 1, 1, 2]);
  });

  it("storePages() writes the mark in the same transaction as the last page", async () => {
    const store = await openStore();
    store.list("items", [item("a")]);
    expect(store.writer.describe().facts.mark).toBeNull();
    const mark = "2026-01-01T00:00:00.000Z";
    const finish = { everything: true, facts: { mark, firstPullComplete: true } };
    failOn(store, "c");
    const error = errorOf(() => store.page("items", [item("b"), item("c")], { finish })).error;
    expect(error).toMatchObject({ kind: "store", reason: "full" });
    expect(store.writer.describe()).toMatchObject({
      facts: { mark: null, firstPullComplete: false },
      totals: { items: 1 },
    });
    store.sql("DROP TRIGGER trap");
    store.page("items", [item("b"), item("c")], { finish });
    expect(store.writer.describe()).toMatchObject({
      facts: { mark, firstPullComplete: true },
      totals: { items: 3 },
    });
  });

  it("storePages() changes nothing if a commit fails", async () => {
    const store = await openStore();
    const before = store.list("items", [item("a")]);
    failOn(store, "d");
    // The first page of the transaction is counted already when the second one fails.
    const pages = [[item("b"), item("c")], [item("d")]].map((records) => ({
      records,
      requestId: null,
      fetched: { sequence: 2, at: 1, servedBy: 1, verified: false },
    }));
    errorOf(() => store.writer.storePages("items", pages, null));
    expect(store.writer.describe().totals).toEqual(before.totals);
    expect(store.sql("SELECT id FROM items")).toEqual([{ id: "a" }]);
    expect(store.writer.describe().facts).toMatchObject({ revision: before.revision });
    store.sql("DROP TRIGGER trap");
    expect(store.page("items", [item("e")])).toMatchObject({ totals: { items: 2 }, tally: { written: 2 } });
    expect(store.sql("SELECT count(*) AS n FROM items")).toEqual([
      { n: store.writer.describe().totals.items },
    ]);
  });

  it("storePages() stores several pages in one transaction", async () => {
    const store = await openStore();
    store.writer.beginListing("items", 1);
    const page = (id: string, sequence: number): PageToStore => ({
      records: [item(id)],
      requestId: null,
      fetched: { sequence, at: 1, servedBy: 1, verified: false },
    });
    expect(store.writer.storePages("items", [page("a", 3), page("b", 4)], null)).toMatchObject({
      revision: 1,
      totals: { items: 2 },
    });
    store.writer.storeRecord("items", item("a"), { sequence: 9, at: 1, servedBy: 1, verified: true });
    store.writer.storePages("items", [page("c", 5)], null);
    expect(store.writer.describe().facts.fetchSequence).toBe(9);
  });

  it("the writer finds the same totals after the store reopens", async () => {
    const store = await openStore();
    store.list("items", [item("a"), item("b")]);
    store.list("locations", [{ id: "l", name: "L" }]);
    const again = new InventoryWriter(store.file);
    expect(again.describe().totals).toEqual({ items: 2, types: 0, locations: 1 });
    again.close();
  });
});

describe("the quarantine", () => {
  it("the quarantine keeps a malformed record until a valid version arrives", async () => {
    const store = await openStore();
    store.list("items", [{ id: "a", name: null }], { sequence: 4 });
    expect(store.sql("SELECT resource, identity, reason, record, requestId FROM quarantine")).toMatchObject([
      {
        resource: "items",
        identity: "id:a",
        reason: expect.stringMatching(/^name/),
        record: '{"id":"a","name":null}',
        requestId: "r-4",
      },
    ]);
    store.list("items", [item("a")]);
    expect(store.writer.describe()).toMatchObject({ quarantined: 0, totals: { items: 1 } });
  });

  it("the store keeps a record's row if its next version is malformed", async () => {
    const store = await openStore();
    store.list("items", [item("a", { name: "good" })]);
    store.list("items", [{ ...item("a"), weight: "heavy" }]);
    expect(store.reader.record("items", "a")?.row["name"]).toBe("good");
    expect(store.writer.describe().quarantined).toBe(1);
  });

  it("a complete listing clears unlisted records from the quarantine", async () => {
    const store = await openStore();
    store.list("types", [{ id: "t" }]);
    store.list("items", [{ id: "old" }, { id: "still" }]);
    store.list("items", [{ id: "still" }], { finish: { everything: false, facts: {} } });
    expect(store.writer.describe().quarantined).toBe(3);
    store.list("items", [{ id: "still" }], { finish: { everything: true, facts: {} } });
    expect(store.sql("SELECT identity FROM quarantine ORDER BY identity")).toEqual([
      { identity: "id:still" },
      { identity: "id:t" },
    ]);
  });

  it("the quarantine keeps only the start of a huge record", async () => {
    const store = await openStore();
    store.list("items", [{ id: "a", name: "x".repeat(10_000_000) }]);
    expect(store.sql("SELECT length(record) AS length FROM quarantine")).toEqual([{ length: 4_000 }]);
  });

  it("a requested record leaves the quarantine only if it is valid", async () => {
    const store = await openStore();
    store.list("items", [{ id: "a" }]);
    const fetched = { sequence: 7, at: 1, servedBy: 1, verified: true };
    expect(store.writer.storeRecord("items", { id: "a" }, fetched)).toMatchObject({
      changed: false,
      malformed: expect.stringMatching(/^name/),
    });
    expect(store.writer.describe().quarantined).toBe(1);
    expect(store.writer.storeRecord("items", item("a"), fetched)).toMatchObject({
      changed: true,
      malformed: null,
      totals: { items: 1 },
    });
    expect(store.writer.describe().quarantined).toBe(0);
  });
});

describe("indexes during a pass", () => {
  it("a first pull postpones building the indexes", async () => {
    const store = await openStore();
    store.writer.buildIndexes();
    expect(store.writer.beginPass()).toEqual({
      pass: 1,
      totals: { items: 0, types: 0, locations: 0 },
    });
    expect(indexes(store)).toBe(0);
    store.list("items", [item("a")]);
    store.writer.buildIndexes();
    const all = indexes(store);
    expect(all).toBeGreaterThan(5);
    expect(store.writer.beginPass().pass).toBe(3);
    expect(indexes(store)).toBe(all);
  });

  it("the second pass of an empty company keeps the database indexes", async () => {
    const store = await openStore();
    store.list("items", [], { finish: { everything: true, facts: { firstPullComplete: true } } });
    store.writer.buildIndexes();
    store.writer.beginPass();
    expect(indexes(store)).toBeGreaterThan(5);
  });
});

describe("useNames()", () => {
  it("useNames() replaces all holder names in a new revision", async () => {
    const store = await openStore();
    store.list("items", [
      item("i-1", { checkedOutToUserId: "u-1" }),
      item("i-2", { checkedOutToUserId: "u-2" }),
    ]);
    const { revision } = store.writer.describe().facts;
    const nameOf = (): unknown =>
      store.reader
        .window("items", { version: 1, search: "anna" }, 0, 10, 0)
        .rows.map(({ id, checkedOutToUserName }) => [id, checkedOutToUserName]);
    expect(nameOf()).toEqual([]);
    const commit = store.writer.useNames({ names: [{ id: "u-2", name: "Anna" }], state: "first" });
    expect(commit).toEqual({
      changed: true,
      revision: revision + 1,
      totals: { items: 2, types: 0, locations: 0 },
    });
    expect(nameOf()).toEqual([["i-2", "Anna"]]);
    store.writer.useNames({ names: [{ id: "u-1", name: "Anna B." }], state: "second" });
    expect(nameOf()).toEqual([["i-1", "Anna B."]]);
    expect(store.writer.describe().facts).toMatchObject({ names: "second", revision: revision + 2 });
    store.writer.useNames({ names: [], state: null });
    expect([nameOf(), store.writer.describe().facts.names]).toEqual([[], null]);
  });
});
