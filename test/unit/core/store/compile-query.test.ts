import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileQuery } from "../../../../electron/core/store/compile-query.ts";
import { DATE_STEPS } from "../../../../shared/date-steps.ts";
import { FIELDS, type Field } from "../../../../shared/fields.ts";
import {
  OPERATORS,
  VALUE_SHAPES,
  parseQuery,
  type Filter,
  type Operator,
  type Query,
} from "../../../../shared/query.ts";
import { evaluate, type QueryModel } from "./query-model.ts";
import { item, openStore, type TestStore } from "./support.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const SITUATION = { now: NOW, someHidden: false };
const NAMES = [
  "Roll 2",
  "roll 10",
  "Käfig",
  "KAFIG 2",
  "Film 20",
  "Film 20",
  "Ärmel",
  "50%_x",
  "'; DROP TABLE items; --",
  "𝒜 math",
  "ﬁligree",
];
const PLACES = ["l-1", "l-2", "l-3", "unknown"];
const DATES = [
  "2026-06-15T11:59:59.999Z",
  "2026-06-14T12:00:00Z",
  "2026-06-08T12:00:00+02:00",
  "2026-05-01T00:00:00.000001Z",
  "2026-01-01",
];
const HOLDERS = ["user-1", "User-2", "Zoë"];
const NUMBERS = [-1.5, 0, 2, 10, 10.25];

const LENGTHS = ["startingLength", "remainingLength", "originalLength", "weight"];

const pick = <T>(list: readonly T[], seed: number): T | null =>
  seed % (list.length + 1) === list.length ? null : (list[seed % (list.length + 1)] ?? null);

const ITEMS = Array.from({ length: 90 }, (_, at) =>
  item(`i-${(at * 37) % 90}${at % 7 === 0 ? "É" : ""}`, {
    name: NAMES[(at * 5) % NAMES.length],
    status: pick(["available", "checked_out", "archived", "lost"], at),
    locationId: pick(PLACES, at * 3 + 1),
    materialTypeId: pick(["t-1", "t-2"], at * 2 + 1),
    weight: pick(NUMBERS, at * 7 + 2),
    remainingLength: pick(NUMBERS, at + 3),
    startingLength: pick([-5, 0, 10, 20, 100], at * 11 + 1),
    checkedOutToUserId: pick(HOLDERS, at * 5 + 1),
    checkedOutAt: pick(DATES.slice(0, 4), at * 3 + 2),
    weightSource: pick(["scale", "manual"], at),
  }),
);
const LOCATIONS = [
  ["l-1", "Hall 2"],
  ["l-2", "hall 10"],
  ["l-3", "Hall 2"],
].map(([id, name]) => ({ id, name }));
const TYPES = [
  ["t-1", "Film 20"],
  ["t-2", "Äther"],
].map(([id, name]) => ({ id, name }));
const MODEL: QueryModel = {
  items: ITEMS,
  names: {
    locations: new Map(LOCATIONS.map(({ id, name }) => [String(id), String(name)])),
    types: new Map(TYPES.map(({ id, name }) => [String(id), String(name)])),
  },
  now: NOW,
};

async function filled(indexed = true): Promise<TestStore> {
  const store = await openStore(indexed);
  store.list("locations", LOCATIONS);
  store.list("types", TYPES);
  store.list("items", ITEMS);
  return store;
}

const idsOf = (store: TestStore, query: Query): string[] =>
  store.reader.window("items", query, 0, 500, NOW).rows.map(({ id }) => String(id));

/** Values that a field's operators are tried with: some that rows have, some near them. */
function valuesOf({ kind, name }: Field): readonly (string | number)[] {
  if (kind === "number") return [...NUMBERS, 3];
  if (kind === "date") return DATES;
  if (name === "name") return [...NAMES, "kafig", "FILM", "", "zzz"];
  if (name === "id") return ["i-1", "i-10", "I-1", "é"];
  return [...PLACES, ...HOLDERS, "t-1", "checked_out", "lost", "scale", "USER"];
}

const condition: fc.Arbitrary<Filter> = fc.constantFrom(...FIELDS.items).chain((field) =>
  fc.constantFrom<Operator>(...OPERATORS[field.kind]).chain((op): fc.Arbitrary<Filter> => {
    const one = fc.constantFrom(...valuesOf(field));
    switch (VALUE_SHAPES[op]) {
      case "none":
        return fc.constant({ field: field.name, op });
      case "duration":
        return fc
          .constantFrom("P1D", "P1W", "P30D", "PT36H")
          .map((value) => ({ field: field.name, op, value }));
      case "one":
        return one.map((value) => ({ field: field.name, op, value }));
      case "share":
        return fc
          .record({ field: fc.constantFrom(...LENGTHS), share: fc.constantFrom(0.1, 0.2, 0.5, 1) })
          .map((value) => ({ field: field.name, op, value }));
      case "pair":
        return fc.tuple(one, one).map((value) => ({ field: field.name, op, value }));
      // Short lists become parameters, long ones one JSON text.
      case "list":
      default:
        return fc.tuple(fc.array(one, { maxLength: 4 }), fc.boolean()).map(([values, long]) => ({
          field: field.name,
          op,
          value: long ? [...values, ...Array.from({ length: 150 }, (_, at) => `filler ${at}`)] : values,
        }));
    }
  }),
);

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.array(tie("filter"), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie("filter"), { maxLength: 3 }).map((any) => ({ any })),
    tie("filter").map((not) => ({ not })),
  ),
}));

const sort = fc.array(
  fc
    .record({
      field: fc.constantFrom(...FIELDS.items),
      direction: fc.constantFrom("asc" as const, "desc" as const),
      step: fc.constantFrom(undefined, ...DATE_STEPS),
    })
    .map(({ field: { name, kind }, direction, step }) =>
      kind === "date" && step !== undefined ? { field: name, direction, step } : { field: name, direction },
    ),
  { maxLength: 3 },
);
const search = fc
  .array(fc.constantFrom("film", "20", "KÄF", "hall", "user", "É", "%", "_", "nothing"), { maxLength: 2 })
  .map((words) => words.join(" "));

describe.each([
  ["compileQuery", false],
  ["the columnar index", true],
])("%s", (_name, indexed) => {
  it("gives the rows of a plain evaluation, in its order, for any query", async () => {
    const store = await filled(indexed);
    fc.assert(
      fc.property(filter, sort, search, (some, order, words) => {
        const query = parseQuery("items", { version: 1, search: words, filter: some, sort: order });
        expect(idsOf(store, query)).toEqual(evaluate(MODEL, query));
      }),
      { numRuns: 400 },
    );
  });

  it("has every operator of every field among the rows: each lets some through or none for a reason", async () => {
    const store = await filled(indexed);
    const counts = FIELDS.items.flatMap((field) =>
      OPERATORS[field.kind].map((op: Operator) => {
        const [first = "", second = ""] = valuesOf(field);
        const shape = VALUE_SHAPES[op];
        const value =
          shape === "one"
            ? first
            : shape === "pair"
              ? [first, second]
              : shape === "list"
                ? [first]
                : shape === "duration"
                  ? "P1W"
                  : shape === "share"
                    ? { field: "startingLength", share: 0.5 }
                    : undefined;
        const query = parseQuery("items", {
          version: 1,
          filter: { field: field.name, op, ...(value === undefined ? {} : { value }) },
        });
        return [idsOf(store, query).length, evaluate(MODEL, query).length];
      }),
    );
    expect(counts.length).toBeGreaterThan(90);
    for (const [real, wanted] of counts) expect(real).toBe(wanted);
  });

  it.each<[string, Filter, (row: Record<string, unknown>) => boolean]>([
    [
      "is not: rows without a value too",
      { field: "status", op: "isNot", value: "available" },
      (row) => row["status"] !== "available",
    ],
    [
      "not in: rows without a value too",
      { field: "status", op: "notIn", value: ["available"] },
      (row) => row["status"] !== "available",
    ],
    [
      "less than: no row without a value",
      { field: "weight", op: "lt", value: 2 },
      ({ weight }) => weight !== null && Number(weight) < 2,
    ],
    [
      "less than a share: no row without either number, and none where the whole is zero or less",
      { field: "remainingLength", op: "ltShare", value: { field: "startingLength", share: 0.1 } },
      ({ remainingLength: left, startingLength: whole }) =>
        typeof left === "number" && typeof whole === "number" && whole > 0 && left < whole / 10,
    ],
    ["an empty list is none", { field: "status", op: "in", value: [] }, () => false],
    ["not in an empty list is all", { field: "status", op: "notIn", value: [] }, () => true],
    ["an empty all is all", { all: [] }, () => true],
    ["an empty any is none", { any: [] }, () => false],
    [
      "not of an unknown is true",
      { not: { field: "weight", op: "gt", value: 0 } },
      ({ weight }) => weight === null || Number(weight) <= 0,
    ],
    [
      "contains, whatever the case and the accents",
      { field: "name", op: "contains", value: "KAF" },
      ({ name }) => ["Käfig", "KAFIG 2"].includes(String(name)),
    ],
    [
      "per cent and underscore mean themselves",
      { field: "name", op: "contains", value: "%_" },
      ({ name }) => name === "50%_x",
    ],
  ])("%s", async (_what, some, wanted) => {
    const store = await filled(indexed);
    expect(idsOf(store, { version: 1, filter: some }).toSorted()).toEqual(
      ITEMS.filter(wanted)
        .map(({ id }) => String(id))
        .toSorted(),
    );
  });

  it("counts months by the calendar", async () => {
    const store = await openStore();
    store.list("items", [
      item("in", { checkedOutAt: "2026-02-28T12:00:00Z" }),
      item("out", { checkedOutAt: "2026-02-28T11:59:59Z" }),
    ]);
    const query: Query = { version: 1, filter: { field: "checkedOutAt", op: "withinLast", value: "P1M" } };
    const { rows } = store.reader.window("items", query, 0, 9, Date.parse("2026-03-31T12:00:00Z"));
    expect(rows.map(({ id }) => id)).toEqual(["in"]);
  });

  it("lets no value into the SQL", () => {
    const evil = "'); DROP TABLE items; --";
    const compiled = compileQuery(
      "items",
      parseQuery("items", { version: 1, search: evil, filter: { field: "name", op: "is", value: evil } }),
      SITUATION,
    );
    expect(JSON.stringify([compiled.from, compiled.where, compiled.orderBy])).not.toContain("DROP");
    expect(compiled.values).toContain(evil);
  });

  it("refuses a field that is not in the catalogue, even where nobody checked the query", () => {
    expect(() =>
      compileQuery("items", { version: 1, sort: [{ field: "rowid; --", direction: "asc" }] }, SITUATION),
    ).toThrow(/no field/);
    expect(() =>
      compileQuery("items", { version: 1, filter: { field: "remainder", op: "empty" } }, SITUATION),
    ).toThrow(/no field/);
  });
});
