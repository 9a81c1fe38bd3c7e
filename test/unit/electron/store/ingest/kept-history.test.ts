import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { compute, item, openStore, type TestStore } from "../support.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-03-02T12:00:00.000Z");
const LONG = { days: 3_650, changes: 2_000_000 };
const finish = { everything: true, facts: { firstPullComplete: true } };

/** A store with `count` changes of `characters` characters each. */
async function withChanges(count: number, characters: number): Promise<TestStore> {
  const store = await openStore();
  store.list("items", [item("a")], { finish });
  const fields = JSON.stringify({ name: { old: "x".repeat(characters), new: null } });
  store.sql(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO changes (pass, type, resource, id, name, nameKey, observedBefore, fields)
     SELECT 1, 'inventory.item.updated', 'items', 'a', 'A', 'a', ${NOW} * 1000, ? FROM n`,
    fields,
  );
  return store;
}

const countOf = (store: TestStore): number => store.reader.changes({}, 0, 0).total;

/** Prunes to the end. @returns the number of steps. */
function pruneAll(store: TestStore, retention: typeof LONG, now = NOW): number {
  for (let steps = 1; steps <= 1_000; steps += 1) if (!store.writer.prune(retention, now)) return steps;
  throw new Error("pruning does not end");
}

describe("pruning", () => {
  it("pruning deletes at most 5,000 changes per step", async () => {
    const store = await withChanges(23_000, 10);
    expect(store.writer.prune({ days: 3_650, changes: 1_000 }, NOW)).toBe(true);
    expect(countOf(store)).toBe(18_000);
    pruneAll(store, { days: 3_650, changes: 1_000 });
    expect(countOf(store)).toBe(1_000);
  });

  it("pruning also deletes old changes in several steps", async () => {
    const store = await withChanges(12_000, 10);
    expect(store.writer.prune({ days: 10, changes: 2_000_000 }, NOW + 11 * DAY)).toBe(true);
    expect(countOf(store)).toBe(7_000);
    pruneAll(store, { days: 10, changes: 2_000_000 }, NOW + 11 * DAY);
    expect(countOf(store)).toBe(0);
  });

  it("pruning leaves no gap in the change numbers, even after the service's clock stepped back", async () => {
    const store = await withChanges(10, 10);
    // The clock was right for the first four changes, a year behind for the next three, and then right again.
    store.sql(
      `UPDATE changes SET observedBefore = observedBefore - 365 * ${DAY} * 1000 WHERE number BETWEEN 5 AND 7`,
    );
    store.sql(`UPDATE changes SET observedBefore = observedBefore - 100 * ${DAY} * 1000 WHERE number < 3`);
    const numbers = (): unknown =>
      store.sql("SELECT number FROM changes ORDER BY number").map(({ number }) => number);
    pruneAll(store, { days: 50, changes: 2_000_000 });
    expect(numbers()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    pruneAll(store, { days: 50, changes: 2_000_000 }, NOW + 51 * DAY);
    expect(numbers()).toEqual([]);
  });

  it("the past can be rebuilt after a change with a wrong Date header is corrected", async () => {
    const store = await withChanges(20, 10);
    store.sql("UPDATE changes SET observedBefore = observedBefore - (20 - number) * ? * 1000", DAY);
    store.sql("UPDATE changes SET observedBefore = observedBefore + 30 * ? * 1000 WHERE number = 2", DAY);
    pruneAll(store, { days: 3_650, changes: 15 });
    const { observedSince } = store.writer.describe().facts;
    expect(observedSince).toBe(new Date(NOW - 15 * DAY).toISOString());
    expect(store.reader.rebuildPast(new Date(NOW - 2 * DAY).toISOString())).toBeTruthy();
  });

  it.each([
    ["right", 0, [0, 0, 0]],
    ["an hour behind", -3_600_000, [0, 0, 0]],
    ["two days ahead", 2 * DAY, [0, DAY, DAY]],
  ] as const)(
    "a change's time is corrected if it is later than both clocks (local clock: %s)",
    async (_what, skew, expected) => {
      const store = await withChanges(3, 10);
      store.sql("UPDATE changes SET observedBefore = observedBefore + ? * 1000 WHERE number > 1", DAY);
      store.writer.prune(LONG, NOW + skew, NOW);
      const times = store.sql("SELECT observedBefore AS at FROM changes ORDER BY number");
      expect(times.map(({ at }) => Number(at) / 1_000 - NOW)).toEqual(expected);
    },
  );

  it("pruning keeps at most 256 MB of changes and reports the size limit", async () => {
    const store = await withChanges(300, 1_000_000);
    expect(store.reader.keptHistory()).toMatchObject({ changes: 300, isFull: true });
    pruneAll(store, LONG);
    expect(countOf(store)).toBe(255);
    expect(store.reader.keptHistory()).toMatchObject({
      changes: 255,
      since: new Date(NOW).toISOString(),
      isFull: true,
    });
  });

  it("pruning frees the disk space of deleted changes in steps", async () => {
    const store = await withChanges(60, 1_000_000);
    store.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    const before = fs.statSync(store.file).size;
    expect(pruneAll(store, { days: 3_650, changes: 10 })).toBeGreaterThan(5);
    store.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    // 16 MB of free pages remain for later writes.
    expect(fs.statSync(store.file).size).toBeLessThan(before - 30_000_000);
  });

  it("pruning keeps the stock of each of the last 90 days, and of one day a week before that", async () => {
    const store = await openStore();
    store.list("items", [item("a")], { finish });
    for (let back = 200; back >= 0; back -= 1) if (back % 10 !== 3) compute(store, "stock", NOW - back * DAY);
    pruneAll(store, LONG);
    const days = store.sql("SELECT day FROM snapshot_days ORDER BY day").map(({ day }) => String(day));
    const age = (day: string): number => Math.round((Date.parse("2026-03-02") - Date.parse(day)) / DAY);
    expect(days.filter((day) => age(day) <= 90)).toHaveLength(91 - 9);
    const older = days.filter((day) => age(day) > 90);
    const monday = (day: string): string => {
      const date = new Date(`${day}T12:00:00Z`);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    };
    expect(new Set(older.map(monday)).size).toBe(older.length);
    expect(older.length).toBeGreaterThanOrEqual(15);
    expect(store.sql("SELECT count(DISTINCT day) AS days FROM snapshots")).toEqual([{ days: days.length }]);
    // The next pruning deletes nothing.
    expect(pruneAll(store, LONG)).toBe(1);
  });

  it("an index serves the stock history of a single type", async () => {
    const store = await openStore();
    const plan = store.sql(
      "EXPLAIN QUERY PLAN SELECT day, status, sum(items) FROM snapshots WHERE day >= '2026' AND dimension = 'types' AND id = 't' GROUP BY day, status",
    );
    expect(JSON.stringify(plan)).toContain("snapshots_by_record");
  });
});

describe("the change log", () => {
  it("the change log stores unknown fields' names without their values", async () => {
    const store = await openStore();
    store.list("items", [item("a", { colour: "red", itemCount: 3 })], { finish });
    store.list("items", [item("a", { colour: "blue", itemCount: 4, weight: 2, size: { deep: [1] } })]);
    expect(store.reader.changes({}, 0, 10).changes[0]?.fields).toEqual({
      weight: { old: null, new: 2 },
      colour: { old: null, new: null },
      itemCount: { old: null, new: null },
      size: { old: null, new: null },
    });
  });

  it("a list of changes shortens long values", async () => {
    const store = await openStore();
    store.list("items", [item("a", { name: "n".repeat(9_000) })], { finish });
    store.list("items", [item("a", { name: "m".repeat(9_000) })]);
    const [change] = store.reader.changes({}, 0, 10).changes;
    expect(change?.fields["name"]).toEqual({ old: `${"n".repeat(1_000)}…`, new: `${"m".repeat(1_000)}…` });
    expect(store.sql("SELECT length(fields) > 18000 AS whole FROM changes")).toEqual([{ whole: 1 }]);
  });

  it("a change of only an unknown field is an unseen change", async () => {
    const store = await openStore();
    store.list("items", [item("a", { lot: "1" }), item("b", { weight: 1 })], { finish });
    store.writer.markSeen("v", 0);
    store.list("items", [item("a", { lot: "2" }), item("b", { weight: 2 })]);
    store.list("items", [item("b", { weight: 1 })]);
    const { records } = store.reader.unseenChanges("v", "items", { version: 1 }, 10, NOW);
    expect(records.filter(({ what }) => what === "changed")).toMatchObject([
      { id: "a", fields: { lot: { old: null, new: null } } },
    ]);
  });

  it("a summary of a view's changes has a size limit", async () => {
    const store = await withChanges(100, 1_000_000);
    store.writer.markSeen("v", 0);
    const unseen = store.reader.unseenChanges("v", "items", { version: 1 }, 10, NOW);
    expect(unseen).toMatchObject({ more: true });
  });
});

describe("the quarantine", () => {
  it("the quarantine keeps a thousand malformed records and still releases valid records", async () => {
    const store = await openStore();
    const broken = Array.from({ length: 1_500 }, (_, at) => ({ id: `b${at}`, name: 7 }));
    expect(store.list("items", broken, { finish }).tally.quarantined).toBe(1_500);
    expect(store.writer.describe().quarantined).toBe(1_000);
    store.list("items", [{ id: "b3", name: "whole" }, ...broken.slice(4)]);
    expect(store.writer.describe().quarantined).toBe(1_000);
    expect(store.reader.record("items", "b3")?.row["name"]).toBe("whole");
  });

  it("the quarantine replaces earlier passes' records with the current pass's records", async () => {
    const store = await openStore();
    const broken = (pass: number) => Array.from({ length: 1_000 }, (_, at) => ({ pass, at }));
    for (const pass of [1, 2]) {
      store.list("items", broken(pass), { finish });
      expect(store.writer.describe().quarantined).toBe(1_000);
    }
    store.list("locations", [{ id: "l", name: 7 }]);
    expect(store.sql("SELECT count(*) AS n FROM quarantine WHERE resource = 'locations'")).toEqual([
      { n: 1 },
    ]);
  });
});
