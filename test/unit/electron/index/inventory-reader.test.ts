import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QueryError } from "../../../../shared/base/errors.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { item, openStore, type TestStore } from "../store/support.ts";

const ALL: Query = { version: 1 };
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): unknown[] => rows.map(({ id }) => id);

async function many(count: number): Promise<TestStore> {
  const store = await openStore();
  store.list(
    "items",
    Array.from({ length: count }, (_, at) =>
      item(`i-${String(at).padStart(5, "0")}`, { name: `Roll ${at % 50}`, weight: at % 7 }),
    ),
  );
  return store;
}

/** A filtered and sorted query, and the ids of its rows by SQL alone. */
function weighedBut3(store: TestStore): { readonly query: Query; readonly whole: readonly string[] } {
  const rows = store.sql("SELECT id FROM items WHERE weight <> 3 ORDER BY weight DESC, id");
  return {
    query: {
      version: 1,
      filter: { field: "weight", op: "ne", value: 3 },
      sort: [{ field: "weight", direction: "desc" }],
    },
    whole: rows.map(({ id }) => String(id)),
  };
}

describe("rows next to a row", () => {
  it("neighbours() returns the rows before and after a row, or null at the ends", async () => {
    const store = await many(1_300);
    const { query, whole } = weighedBut3(store);
    const total = whole.length;
    const beside = (line: number): { id: string; line: number } | null => {
      const id = whole[line];
      return id === undefined ? null : { id, line };
    };
    for (const place of [0, 1, 700, total - 1]) {
      expect(store.reader.neighbours("items", query, whole[place] ?? "", 0)).toEqual({
        place,
        line: place,
        total,
        before: beside(place - 1),
        after: beside(place + 1),
      });
    }
    const nowhere = { place: null, line: null, total, before: null, after: null };
    // The weight of this id is 3, so the query excludes it; the other id is in no table.
    for (const id of ["i-00003", "none"])
      expect(store.reader.neighbours("items", query, id, 0)).toEqual(nowhere);
  });
});

describe("type-ahead", () => {
  it("type-ahead finds the next name with the typed letters and wraps around", async () => {
    const store = await openStore();
    store.list(
      "items",
      ["Film 1", "Film 2", "foil", "Käfig", "a film", "100 %_"].map((name, at) =>
        item(`i-${at}`, { name, weight: at === 1 ? null : at }),
      ),
    );
    // The order by name is: 100 %_, a film, Film 1, Film 2, foil, Käfig.
    const go = (text: string, from: number, query: Query = ALL): number | null =>
      store.reader.typeAhead("items", query, text, from, 0);
    expect([go("f", 0), go("f", 3), go("f", 5), go("FO", 0), go("kaf", 0)]).toEqual([2, 3, 2, 4, 5]);
    expect([go("x", 0), go("%", 0), go("100 %_", 0)]).toEqual([null, null, 0]);
    const weighed: Query = { version: 1, filter: { field: "weight", op: "notEmpty" } };
    expect([go("film", 0, weighed), go("film", 3, weighed), go("film 2", 0, weighed)]).toEqual([2, 2, null]);
  });
});

describe("pages of rows", () => {
  it("every page of rows is a slice of the same order", async () => {
    const store = await many(1_300);
    const { query, whole } = weighedBut3(store);
    const first = store.reader.window("items", query, 40, 30, 0);
    expect(first).toMatchObject({ total: 1_114, all: 1_300 });
    expect(idsOf(first.rows)).toEqual(whole.slice(40, 70));
    fc.assert(
      fc.property(fc.nat(whole.length + 50), fc.integer({ min: 1, max: 500 }), (offset, limit) => {
        expect(idsOf(store.reader.window("items", query, offset, limit, 0).rows)).toEqual(
          whole.slice(offset, offset + limit),
        );
      }),
      { numRuns: 40 },
    );
    const counted = store.reader.count("items", query, 0);
    expect(counted).toMatchObject({ total: whole.length, all: 1_300 });
    expect(store.reader.window("items", query, 40, 30, 0)).toEqual(first);
  });

  it("a page of rows is the same slice while a long table's index is loading", async () => {
    const store = await many(5_300);
    const { query, whole } = weighedBut3(store);
    for (const [offset, limit] of [
      [0, 500],
      [40, 30],
      [990, 10],
    ] as const) {
      const { rows, total } = store.reader.window("items", query, offset, limit, 0);
      expect(total).toBeNull();
      expect(idsOf(rows)).toEqual(whole.slice(offset, offset + limit));
    }
    const { rows, total } = store.reader.window("items", query, 990, 30, 0);
    expect(total).toBe(whole.length);
    expect(idsOf(rows)).toEqual(whole.slice(990, 1_020));
  });

  it("a page of rows lacks row counts only while a long table's index is loading", async () => {
    const store = await many(5_250);
    const query: Query = { version: 1, filter: { field: "weight", op: "ne", value: 3 } };
    const first = store.reader.window("items", query, 0, 30, 0);
    expect(first).toMatchObject({ total: null, all: null });
    await expect
      .poll(() => store.reader.window("items", query, 0, 30, 0), { timeout: 30_000 })
      .toEqual({ ...first, total: 4_500, all: 5_250 });
    expect(store.reader.count("items", query, 0)).toMatchObject({ total: 4_500, all: 5_250 });
  });

  it("a page of rows includes counts once a long table's index is loaded", async () => {
    const store = await many(5_250);
    const query: Query = { version: 1, filter: { field: "weight", op: "ne", value: 3 } };
    expect(store.reader.window("items", query, 0, 30, 0)).toMatchObject({ total: null, all: null });
    expect(store.reader.count("items", query, 0)).toMatchObject({ total: 4_500, all: 5_250 });
    expect(store.reader.window("items", query, 0, 30, 0)).toMatchObject({ total: 4_500, all: 5_250 });
  });

  it("pages of rows have the same order before and after the full sort", async () => {
    const store = await many(10_300);
    // The store loads the index for a query that SQLite would have to sort.
    store.reader.window("items", { version: 1, sort: [{ field: "weight", direction: "asc" }] }, 2_000, 1, 0);
    const query: Query = { version: 1, sort: [{ field: "name", direction: "desc" }] };
    const whole = store.sql("SELECT id FROM items ORDER BY nameSort DESC, id").map(({ id }) => id);
    // The store loads the index for a row after 10,000 others.
    for (const offset of [0, 950, 5_000, 9_900, 9_950, 900, 10_250]) {
      const { rows, total, all } = store.reader.window("items", query, offset, 100, 0);
      expect(idsOf(rows)).toEqual(whole.slice(offset, offset + 100));
      expect([total, all]).toEqual([10_300, 10_300]);
    }
  });

  it("a page of rows sorts rows with equal values by id", async () => {
    const store = await openStore();
    store.list(
      "items",
      ["c", "a", "b"].map((id) => item(id, { name: "Same", weight: 1 })),
    );
    for (const direction of ["asc", "desc"] as const) {
      expect(
        idsOf(
          store.reader.window("items", { version: 1, sort: [{ field: "weight", direction }] }, 0, 9, 0).rows,
        ),
      ).toEqual(["a", "b", "c"]);
    }
    expect(idsOf(store.reader.window("items", ALL, 0, 9, 0).rows)).toEqual(["a", "b", "c"]);
  });

  it("a page of rows sorts names naturally and puts empty values last", async () => {
    const store = await openStore();
    store.list("items", [
      item("1", { name: "Roll 10", weight: null }),
      item("2", { name: "roll 2", weight: 5 }),
      item("3", { name: "Äpfel", weight: 7 }),
    ]);
    const by = (field: string, direction: "asc" | "desc"): unknown[] =>
      idsOf(store.reader.window("items", { version: 1, sort: [{ field, direction }] }, 0, 9, 0).rows);
    expect([by("name", "asc"), by("name", "desc")]).toEqual([
      ["3", "2", "1"],
      ["1", "2", "3"],
    ]);
    expect([by("weight", "asc"), by("weight", "desc")]).toEqual([
      ["2", "3", "1"],
      ["3", "2", "1"],
    ]);
  });

  it("a page of rows includes referenced names, and null for an unknown id", async () => {
    const store = await openStore();
    store.list("locations", [{ id: "l", name: "Hall" }]);
    store.list("items", [item("a", { locationId: "l", materialTypeId: "gone" })]);
    expect(store.reader.window("items", ALL, 0, 1, 0).rows).toMatchObject([
      { locationName: "Hall", materialTypeName: null, materialTypeId: "gone" },
    ]);
  });

  it("a page of rows and a row count show the last commit and that commit's revision", async () => {
    const store = await openStore();
    store.list("items", [item("a")]);
    expect(store.reader.count("items", ALL, 0)).toEqual({ total: 1, all: 1, revision: 1 });
    store.list("items", [item("b")]);
    expect(store.reader.window("items", ALL, 0, 9, 0)).toMatchObject({ revision: 2, total: 2 });
    expect(store.reader.count("items", ALL, 0)).toEqual({ total: 2, all: 2, revision: 2 });
  });

  it("the reader caches a result with a relative time for at most a minute", async () => {
    const store = await openStore();
    store.list("items", [item("a", { checkedOutAt: "2026-01-01T00:00:30Z" })]);
    const query: Query = { version: 1, filter: { field: "checkedOutAt", op: "olderThan", value: "PT1H" } };
    const at = (time: string): number => store.reader.count("items", query, Date.parse(time)).total;
    expect([at("2026-01-01T01:00:59Z"), at("2026-01-01T01:01:00Z")]).toEqual([0, 1]);
  });

  it("the reader refuses a query with an unknown field", async () => {
    const store = await openStore();
    store.list("items", [item("a")]);
    const wrong: Query = { version: 1, filter: { field: "colour", op: "is", value: "x" } };
    expect(() => store.reader.window("items", wrong, 0, 1, 0)).toThrow(QueryError);
    expect(() => store.reader.count("items", wrong, 0)).toThrow(/colour/);
    expect(store.reader.window("items", ALL, 0, 1, 0).rows).toHaveLength(1);
  });
});

describe("facets", () => {
  async function faceted(): Promise<TestStore> {
    const store = await openStore();
    store.list("locations", [
      { id: "l-1", name: "Käfig" },
      { id: "l-2", name: "Hall" },
    ]);
    store.list(
      "items",
      ["l-1", "l-1", "l-2", "l-9", null].map((locationId, at) => item(`i-${at}`, { locationId, weight: at })),
    );
    return store;
  }

  it("facets list a result's values with the values' names, most frequent first", async () => {
    const store = await faceted();
    expect(store.reader.facets("items", ALL, "locationId", "", 10, 0)).toEqual({
      values: [
        { value: "l-1", label: "Käfig", count: 2 },
        { value: "l-2", label: "Hall", count: 1 },
        { value: "l-9", label: null, count: 1 },
      ],
      empty: 1,
      distinct: 3,
    });
    const light: Query = {
      version: 1,
      filter: { field: "weight", op: "lt", value: 2 },
      sort: [{ field: "locationId", direction: "asc" }],
    };
    expect(store.reader.facets("items", light, "locationId", "", 10, 0)).toEqual({
      values: [{ value: "l-1", label: "Käfig", count: 2 }],
      empty: 0,
      distinct: 1,
    });
  });

  it("a search in facets ignores case and accents and returns a limited number of values", async () => {
    const store = await faceted();
    const values = (search: string, limit: number): string[] =>
      store.reader.facets("items", ALL, "locationId", search, limit, 0).values.map(({ value }) => value);
    expect(values("KAF", 9)).toEqual(["l-1"]);
    expect(values("l-9", 9)).toEqual(["l-9"]);
    expect(values("", 1)).toEqual(["l-1"]);
    expect(values("nothing", 9)).toEqual([]);
  });

  it("the reader refuses facets of a field without a value list", async () => {
    const store = await faceted();
    for (const field of ["weight", "updatedAt", "colour"])
      expect(() => store.reader.facets("items", ALL, field, "", 9, 0)).toThrow(QueryError);
  });
});

describe("a record of the local copy", () => {
  it("a record contains its row, its original data and its fetch time", async () => {
    const store = await openStore();
    store.list("items", [item("a", { checkedOutAt: "2026-01-01T01:00:00+01:00", colour: "red" })], {
      sequence: 5,
    });
    expect(store.reader.record("items", "a")).toMatchObject({
      resource: "items",
      row: { id: "a", checkedOutAt: "2026-01-01T00:00:00.000Z", locationName: null },
      raw: { checkedOutAt: "2026-01-01T01:00:00+01:00", colour: "red" },
      fetchedAt: new Date(1_005).toISOString(),
    });
    expect(store.reader.record("items", "b")).toBeNull();
  });
});

describe("a range of rows", () => {
  it("a range contains the rows between two rows in either direction", async () => {
    const store = await many(300);
    const query: Query = { version: 1, sort: [{ field: "weight", direction: "desc" }] };
    const whole = idsOf(store.reader.window("items", query, 0, 300, 0).rows) as string[];
    const between = (from: number, to: string | number, limit = 1_000) =>
      store.reader.range("items", query, whole[from] ?? "", to, limit, 0);
    expect(between(40, whole[60] ?? "")).toEqual({ ids: whole.slice(40, 61), count: 21 });
    expect(between(60, whole[40] ?? "")).toEqual({ ids: whole.slice(40, 61), count: 21 });
    expect(between(290, 5_000)).toEqual({ ids: whole.slice(290), count: 10 });
    expect(between(7, 7)).toEqual({ ids: [whole[7]], count: 1 });
    expect(between(0, 299, 100)).toEqual({ ids: [], count: 300 });
    expect(between(0, "unknown")).toEqual({ ids: [], count: 0 });
    expect(store.reader.range("items", { version: 1, search: "no such" }, "a", 0, 9, 0)).toEqual({
      ids: [],
      count: 0,
    });
  });
});
