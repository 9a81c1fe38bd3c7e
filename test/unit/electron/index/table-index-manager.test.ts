import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { InventoryReader } from "../../../../electron/index/inventory-reader.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";
import type { Query } from "../../../../shared/query/query.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import {
  countOf,
  facetsOf,
  histogramOf,
  neighboursOf,
  rowsOf,
  totalsOf,
  typeAheadOf,
} from "../store/query/model-answers.ts";
import { evaluate, type QueryModel } from "../store/query/query-model.ts";
import { item, openStore, type TestStore } from "../store/support.ts";
import { cases } from "../../../helpers/whole-run.ts";

const QUERIES: readonly Query[] = [
  { version: 1 },
  { version: 1, search: "roll 1", sort: [{ field: "weight", direction: "desc" }] },
  { version: 1, search: "hall", sort: [{ field: "locationId", direction: "asc" }] },
  {
    version: 1,
    filter: { not: { any: [{ field: "status", op: "is", value: "available" }] } },
    sort: [
      { field: "status", direction: "desc" },
      { field: "name", direction: "desc" },
    ],
  },
  { version: 1, filter: { field: "noLongerReturnedSince", op: "notEmpty" } },
  {
    version: 1,
    search: "anna",
    filter: { field: "checkedOutToUserId", op: "contains", value: "10" },
    sort: [{ field: "checkedOutToUserId", direction: "asc" }],
  },
  { version: 1, sort: [{ field: "checkedOutToUserId", direction: "desc" }] },
  {
    version: 1,
    filter: { field: "name", op: "is", value: "Roll 1" },
    sort: [{ field: "id", direction: "desc" }],
  },
];

/** Queries in an order for which SQL has an index. They do not read the whole index at once. */
const UNSORTED = QUERIES.filter(({ sort }) => sort === undefined || sort[0]?.field === "id");

interface Compared {
  readonly store: TestStore;
  /** All answers of a reader, and the answers of plain JavaScript for the same rows. */
  readonly both: (queries?: readonly Query[]) => readonly [indexed: unknown, plain: unknown];
}

async function compared(): Promise<Compared> {
  const store = await openStore();
  const { reader } = store;
  const indexed = (query: Query): unknown => [
    idsOf(reader.window("items", query, 0, 500, 0).rows),
    withoutRevision(reader.count("items", query, 0)),
    reader.facets("items", query, "locationId", "", 50, 0),
    reader.facets("items", query, "checkedOutToUserId", "anna", 50, 0),
    reader.facets("items", query, "name", "1", 50, 0),
    reader.totals("items", query, ["weight", "remainingLength"], 0),
    reader.neighbours("items", query, "i-6", 0),
    reader.typeAhead("items", query, "roll 1", 3, 0),
    reader.histogram("items", query, "weight", 7, 0),
  ];
  const plain = (model: QueryModel, query: Query): unknown => [
    idsOf(rowsOf(model, query).slice(0, 500)),
    countOf(model, query),
    facetsOf(model, query, "locationId"),
    facetsOf(model, query, "checkedOutToUserId", "anna"),
    facetsOf(model, query, "name", "1"),
    totalsOf(model, query, ["weight", "remainingLength"]),
    neighboursOf(model, query, "i-6"),
    typeAheadOf(model, query, "roll 1", 3),
    histogramOf(model, query, "weight", 7),
  ];
  return {
    store,
    both: (queries = QUERIES) => {
      const model = storedModel(store);
      return [queries.map(indexed), queries.map((query) => plain(model, query))];
    },
  };
}

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]): unknown[] => rows.map(({ id }) => id);
const withoutRevision = ({ total, all }: { total: number; all: number }): unknown => ({ total, all });

/** The rows that a store has, as plain records. */
function storedModel(store: TestStore): QueryModel {
  const namesOf = (table: string): ReadonlyMap<string, string> =>
    new Map(store.sql(`SELECT id, name FROM ${table}`).map(({ id, name }) => [String(id), String(name)]));
  return {
    resource: "items",
    rows: store.sql("SELECT * FROM items ORDER BY rowid"),
    names: { locations: namesOf("locations"), types: namesOf("types"), names: namesOf("names") },
    now: 0,
  };
}

/** Compares first pages from SQL with those of plain JavaScript. The table's index is still being read. */
function expectFirstWindows(store: TestStore): void {
  const model = storedModel(store);
  for (const query of UNSORTED)
    expect(idsOf(store.reader.window("items", query, 0, 500, 0).rows)).toEqual(
      evaluate(model, query).slice(0, 500),
    );
}

function expectSame([indexed, plain]: readonly [unknown, unknown]): void {
  expect(indexed).toEqual(plain);
}

/** Rows from one number to another. */
const rows = (from: number, to: number): Record<string, unknown>[] =>
  Array.from({ length: to - from }, (_, at) =>
    item(`i-${from + at}`, {
      name: `Roll ${(from + at) % 700}`,
      weight: at % 9,
      locationId: `l-${at % 3}`,
    }),
  );

/** The number of rows that a search finds; null until the index is read. */
const totalIn = ({ reader }: TestStore): number | null =>
  reader.window("items", { version: 1, search: "roll 1" }, 0, 10, 0).total;

const record = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map((number) => `i-${number}`),
  name: fc.integer({ min: 0, max: 20 }).map((number) => `Roll ${number}`),
  status: fc.constantFrom("available", "checked_out", "archived", null),
  locationId: fc.constantFrom("l-1", "l-2", "unknown", null),
  checkedOutToUserId: fc.constantFrom("u-1", "u-2", "u-3", null),
  weight: fc.constantFrom(-0, 0, 1.5, -2, 1e300, null),
});

const step = fc.oneof(
  fc.array(record, { minLength: 1, maxLength: 12 }).map((records) => ({ items: records })),
  fc.record({ hide: record.map(({ id }) => id) }),
  fc.record({ called: fc.constantFrom("Anna 2", "Anna 10", "Berta") }),
  fc.record({ place: fc.constantFrom("Hall 1", "Yard", "hall 10") }),
);

describe("a table's columnar index", () => {
  it("a table's index equals the result of plain JavaScript after any edits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { store, both } = await compared();
        let sequence = 1;
        for (const change of steps) {
          sequence += 1;
          if ("items" in change)
            store.list(
              "items",
              change.items.map(({ id, ...rest }) => item(id, { ...rest, updatedAt: null })),
              { sequence },
            );
          else if ("hide" in change)
            store.writer.hideRecord("items", change.hide, { sequence, at: 1, servedBy: 1, verified: true });
          else if ("called" in change)
            store.writer.useNames({ names: [{ id: "u-2", name: change.called }], state: change.called });
          else store.list("locations", [{ id: "l-1", name: change.place }], { sequence });
          const [indexed, plain] = both();
          expect(indexed).toEqual(plain);
        }
      }),
      { numRuns: cases(25) },
    );
  });

  it("a table's index loads in slices while SQL answers queries", async () => {
    const { store, both } = await compared();
    store.list("items", rows(0, 9_000));
    expect(totalIn(store)).toBeNull();
    expectFirstWindows(store);
    expect(totalIn(store)).toBeNull();
    store.list("items", [...rows(8_990, 9_100), item("i-5", { name: "Roll 1000", updatedAt: null })]);
    await waitUntil(() => totalIn(store) !== null, "the index to be read");
    expectSame(both());
    store.list("items", [item("i-6", { name: "Roll 1001", updatedAt: null })]);
    expectSame(both());
    expect(totalIn(store)).toBeGreaterThan(1_000);
  });

  it.each([0, 310, 610, 625, 640])(
    "a count for an order that SQL cannot serve loads the index at once (%i ms later)",
    async (ms) => {
      const { store, both } = await compared();
      store.list("items", rows(0, 9_000));
      expect(totalIn(store)).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, ms));
      store.list("items", [...rows(8_990, 9_100), item("i-5", { name: "Roll 1000", updatedAt: null })]);
      const byWeight: Query = { version: 1, sort: [{ field: "weight", direction: "desc" }] };
      expect(store.reader.count("items", byWeight, 0).total).toBe(9_100);
      expect(totalIn(store)).toBeGreaterThan(1_000);
      expectSame(both());
    },
  );

  it("a grouped query loads the index at once, even after the table has grown", async () => {
    const { store, both } = await compared();
    store.list("items", rows(0, 6_000));
    expect(totalIn(store)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 610));
    store.list("items", rows(6_000, 20_000));
    const byStatus: Query = { version: 1, sort: [{ field: "status", direction: "asc" }] };
    const groups = { levels: 1, closed: true, exceptions: [] };
    const { lines } = store.reader.lines("items", byStatus, groups, 0, 10, 0);
    expect(lines).toMatchObject([{ group: { count: 20_000 } }]);
    expect(totalIn(store)).toBeGreaterThan(1_000);
    expectSame(both());
  });

  it("a table's index reloads if a commit multiplies the table's rows", async () => {
    const { store, both } = await compared();
    store.list("items", rows(0, 9_000));
    expect(totalIn(store)).toBeNull();
    await waitUntil(() => totalIn(store) !== null, "the index to be read");
    store.list("items", rows(9_000, 20_000));
    expect(totalIn(store)).toBeNull();
    expectFirstWindows(store);
    await waitUntil(() => totalIn(store) !== null, "the index to be read anew");
    expectSame(both());
  });

  it("a search in the index finds the same rows after other searches", async () => {
    const store = await openStore();
    store.list("locations", [{ id: "l-1", name: "Filmlager" }]);
    store.list(
      "items",
      ["Film 20", "film", "Folie", "Fil", "x film", "ilm", "Käfig ﬁlm", "m"].map((name, at) =>
        item(`i-${at}`, { name, locationId: at % 4 === 0 ? "l-1" : null, checkedOutToUserId: `usr-${at}` }),
      ),
    );
    const model = storedModel(store);
    const terms = fc.constantFrom(
      "f",
      "fi",
      "fil",
      "film",
      "ilm",
      "l",
      "m",
      "lm 2",
      "0",
      "usr-",
      "i-1",
      "ä",
      "lager",
    );
    const searches = fc.array(terms, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(searches, { minLength: 2, maxLength: 20 }), (typed) => {
        const found = typed.map((search) =>
          idsOf(store.reader.window("items", { version: 1, search }, 0, 9, 0).rows),
        );
        expect(found).toEqual(typed.map((search) => evaluate(model, { version: 1, search })));
      }),
    );
  });

  it("a table's index reloads if it missed more revisions than the store keeps", async () => {
    const { store, both } = await compared();
    store.list("items", [item("a"), item("b")]);
    expectSame(both());
    for (let pass = 0; pass < 300; pass += 1)
      store.list("items", [item("a", { name: `Roll ${pass}`, updatedAt: null })]);
    expectSame(both());
    expect(store.sql("SELECT count(*) AS count FROM touched_rows")).toEqual([{ count: 256 }]);
  });

  it("SQL answers queries if the index cannot be loaded from a damaged file", async () => {
    const { store } = await compared();
    store.list(
      "items",
      Array.from({ length: 6_000 }, (_, at) => item(`i-${at}`)),
    );
    store.writer.buildIndexes();
    store.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    const copy = `${store.file}-damaged`;
    const bytes = fs.readFileSync(store.file);
    // The database page of a middle row. It contains the id twice, once in folded form.
    const page = Array.from({ length: bytes.length / 4_096 }, (_, at) => at * 4_096).find(
      (at) => bytes.toString("latin1", at, at + 4_096).split("i-4000").length > 2,
    );
    expect(page).toBeDefined();
    bytes.fill(0xee, page, (page ?? 0) + 4_096);
    fs.writeFileSync(copy, bytes);
    const reader = new InventoryReader(copy);
    onTestFinished(() => reader.close());
    const first = reader.window("items", { version: 1, sort: [] }, 0, 10, 0).rows;
    // The wait is long enough for every slice; an uncaught error would fail the test.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(() => reader.count("items", { version: 1, search: "5999" }, 0)).toThrow(AppFailure);
    expect(reader.window("items", { version: 1, sort: [] }, 0, 10, 0).rows).toEqual(first);
  });
});
