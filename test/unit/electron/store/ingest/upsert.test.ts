import { describe, expect, it } from "vitest";
import { item, openStore, type PageOptions } from "../support.ts";

/** A moment after both stamps, ms since the epoch. */
const SERVED_BY = Date.parse("2026-07-01T00:00:00Z");
const OLD = "2026-01-01T00:00:00Z";
const NEW = "2026-01-01T00:00:00.000001Z";

/** The row in the store after two versions. The second version is fetched earlier or later than the first. */
async function afterBoth(
  first: { updatedAt: string | null; sequence: number },
  second: { updatedAt: string | null; sequence: number },
): Promise<string> {
  const store = await openStore();
  store.list("items", [item("a", { name: "first", updatedAt: first.updatedAt })], {
    sequence: first.sequence,
    servedBy: SERVED_BY,
  });
  store.list("items", [item("a", { name: "second", updatedAt: second.updatedAt })], {
    sequence: second.sequence,
    servedBy: SERVED_BY,
  });
  return String(store.reader.record("items", "a")?.row["name"]);
}

describe("the upsert (design 4.4)", () => {
  it.each([
    [
      "a newer version replaces an older version",
      { updatedAt: OLD, sequence: 1 },
      { updatedAt: NEW, sequence: 2 },
      "second",
    ],
    [
      "a newer version replaces an older version that was fetched later",
      { updatedAt: OLD, sequence: 2 },
      { updatedAt: NEW, sequence: 1 },
      "second",
    ],
    [
      "an older version never replaces a newer version",
      { updatedAt: NEW, sequence: 1 },
      { updatedAt: OLD, sequence: 2 },
      "first",
    ],
    [
      "the later fetch replaces the earlier fetch if both versions have equal times",
      { updatedAt: OLD, sequence: 1 },
      { updatedAt: OLD, sequence: 2 },
      "second",
    ],
    [
      "the earlier fetch does not replace the later fetch if both versions have equal times",
      { updatedAt: OLD, sequence: 2 },
      { updatedAt: OLD, sequence: 1 },
      "first",
    ],
    [
      "the last version to arrive is stored if times and fetch numbers are equal",
      { updatedAt: OLD, sequence: 1 },
      { updatedAt: OLD, sequence: 1 },
      "second",
    ],
    [
      "one instant in two time zones counts as equal times",
      { updatedAt: "2026-01-01T02:00:00+02:00", sequence: 2 },
      { updatedAt: OLD, sequence: 1 },
      "first",
    ],
    [
      "a version without a time replaces an earlier fetch",
      { updatedAt: NEW, sequence: 1 },
      { updatedAt: null, sequence: 2 },
      "second",
    ],
    [
      "a version with a time replaces an earlier fetch without a time",
      { updatedAt: null, sequence: 1 },
      { updatedAt: OLD, sequence: 2 },
      "second",
    ],
    [
      "a version without a time does not replace a later fetch",
      { updatedAt: OLD, sequence: 2 },
      { updatedAt: null, sequence: 1 },
      "first",
    ],
    [
      "the later fetch replaces the earlier fetch if both versions have no time",
      { updatedAt: null, sequence: 1 },
      { updatedAt: null, sequence: 2 },
      "second",
    ],
    [
      "the earlier fetch does not replace the later fetch if both versions have no time",
      { updatedAt: null, sequence: 2 },
      { updatedAt: null, sequence: 1 },
      "first",
    ],
  ] as const)("%s", async (_rule, first, second, winner) => {
    expect(await afterBoth(first, second)).toBe(winner);
  });

  it.each([
    ["a month after the answer", "2026-08-01T00:00:00Z"],
    ["a second after the answer", "2026-07-01T00:00:01Z"],
  ])("the later fetch is stored if a version's time is %s", async (_title, future) => {
    expect(await afterBoth({ updatedAt: future, sequence: 1 }, { updatedAt: OLD, sequence: 2 })).toBe(
      "second",
    );
    expect(await afterBoth({ updatedAt: OLD, sequence: 2 }, { updatedAt: future, sequence: 1 })).toBe(
      "first",
    );
  });

  it("a full check accepts an older version and marks the row", async () => {
    const store = await openStore();
    const put = (name: string, updatedAt: string, options: PageOptions = {}): void =>
      void store.list("items", [item("a", { name, updatedAt })], { servedBy: SERVED_BY, ...options });
    const row = (): unknown => store.sql("SELECT name, seenUpdatedAt IS NOT NULL AS marked FROM items")[0];
    put("new", "2026-05-01T00:00:00Z");
    put("restored", "2026-04-01T00:00:00Z");
    expect(row()).toEqual({ name: "new", marked: 0 });
    put("restored", "2026-04-01T00:00:00Z", { fullCheck: true });
    expect(row()).toEqual({ name: "restored", marked: 1 });
    put("edited", "2026-04-15T00:00:00Z");
    expect(row()).toEqual({ name: "edited", marked: 1 });
    put("caught up", "2026-05-01T00:00:00Z");
    expect(row()).toEqual({ name: "caught up", marked: 0 });
    expect(store.reader.changes({}, 0, 10).total).toBe(0);
  });

  it("the newer of two versions in one full check wins in any order", async () => {
    for (const order of [
      ["new", "old"],
      ["old", "new"],
    ]) {
      const store = await openStore();
      const at = (name: string): string => (name === "new" ? "2026-05-01T00:00:00Z" : "2026-04-01T00:00:00Z");
      const records = order.map((name) => item("a", { name, updatedAt: at(name) }));
      store.list("items", records, { servedBy: SERVED_BY, fullCheck: true });
      expect(store.sql("SELECT name, seenUpdatedAt FROM items")).toEqual([
        { name: "new", seenUpdatedAt: null },
      ]);
    }
  });

  it("a verified record replaces a newer version", async () => {
    const store = await openStore();
    const fresh = { updatedAt: "2026-05-01T00:00:00Z", name: "new" };
    const restored = { updatedAt: "2026-04-01T00:00:00Z", name: "restored" };
    store.list("items", [item("a", fresh)], { sequence: 1, servedBy: SERVED_BY });
    const fetched = { sequence: 5, at: 5, servedBy: SERVED_BY, verified: true };
    expect(store.writer.storeRecord("items", item("a", restored), fetched).changed).toBe(true);
    store.list("items", [item("a", fresh)], { sequence: 4, fullCheck: true, servedBy: SERVED_BY });
    expect(store.reader.record("items", "a")?.row["name"]).toBe("restored");
  });

  it("the store does not write an unchanged row", async () => {
    const store = await openStore();
    store.list("items", [item("a"), item("b")]);
    const [before] = store.sql("SELECT fetchSequence, fetchedAt FROM items WHERE id = 'a'");
    const commit = store.list("items", [item("a"), item("b", { weight: 1 })]);
    expect(commit.tally).toMatchObject({ seen: 2, written: 1 });
    expect(store.sql("SELECT fetchSequence, fetchedAt FROM items WHERE id = 'a'")).toEqual([before]);
  });

  it("the store writes a row if only an unknown field changed", async () => {
    const store = await openStore();
    store.list("items", [item("a", { colour: "red" })]);
    expect(store.list("items", [item("a", { colour: "blue" })]).tally.written).toBe(1);
    expect(store.reader.record("items", "a")?.raw).toHaveProperty("colour", "blue");
  });

  it("a page requested earlier does not undo a record verified later", async () => {
    const store = await openStore();
    store.list("items", [item("a", { name: "verified", updatedAt: null })], { sequence: 1 });
    const verified = store.writer.storeRecord("items", item("a", { name: "verified", updatedAt: null }), {
      sequence: 5,
      at: 5,
      servedBy: 5,
      verified: true,
    });
    expect(verified).toMatchObject({ changed: false, malformed: null });
    store.list("items", [item("a", { name: "stale", updatedAt: null })], { sequence: 4 });
    expect(store.reader.record("items", "a")).toMatchObject({
      row: { name: "verified" },
      fetchedAt: new Date(5).toISOString(),
    });
    store.list("items", [item("a", { name: "later", updatedAt: null })], { sequence: 6 });
    expect(store.reader.record("items", "a")?.row["name"]).toBe("later");
  });
});

describe("records of a first pull, inserted in groups", () => {
  it("inserting records in groups gives the same rows as inserting them singly", async () => {
    const [grouped, single] = [await openStore(), await openStore()];
    // The ids 0 to 24, and repetitions within a group, across groups and across pages. Some repetitions are
    // newer, some older.
    const pages = [
      [...numbered(0, 25, 5), ...numbered(3, 5, 6)],
      [...numbered(20, 40, 4), ...numbered(41, 55, 5)],
      numbered(0, 60, 5),
    ];
    grouped.list("items", []);
    const commits = pages.map((page, index) => grouped.page("items", page, { sequence: index + 1 }));
    single.list("items", []);
    for (const [index, page] of pages.entries()) {
      for (const record of page) single.page("items", [record], { sequence: index + 1 });
    }
    const rows = "SELECT id, name, updatedAt, fetchSequence FROM items ORDER BY id";
    expect(grouped.sql(rows)).toEqual(single.sql(rows));
    expect(grouped.sql(rows)).toHaveLength(60);
    expect(commits.at(-1)).toMatchObject({ tally: { seen: 60 }, totals: { items: 60 } });
    expect(commits.at(0)).toMatchObject({ tally: { seen: 25, written: 27 }, totals: { items: 25 } });
  });

  it("a malformed record in a group is quarantined; all others are stored", async () => {
    const store = await openStore();
    const commit = store.list("items", [...numbered(0, 12, 5), { id: "bad" }, ...numbered(12, 30, 5)]);
    expect(commit).toMatchObject({ tally: { seen: 30, written: 30, quarantined: 1 } });
    expect(store.sql("SELECT count(*) AS count FROM items")).toEqual([{ count: 30 }]);
  });
});

function numbered(from: number, to: number, day: number): Record<string, unknown>[] {
  return Array.from({ length: to - from }, (_, index) => {
    const updatedAt = `2026-01-0${day}T00:00:00.000Z`;
    return item(String(from + index).padStart(3, "0"), { name: `of day ${day}`, updatedAt });
  });
}
