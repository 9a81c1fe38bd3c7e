import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileQuery } from "../../../../../electron/store/query/compile-query.ts";
import { NO_LONGER_RETURNED, QUERY_FIELDS } from "../../../../../shared/inventory/fields.ts";
import { VALUE_SHAPES, parseQuery, type Filter, type Query } from "../../../../../shared/query/query.ts";
import { RESOURCES } from "../../../../../shared/inventory/resource-names.ts";
import { evaluate } from "./query-model.ts";
import {
  filled,
  idsByIndex,
  idsBySql,
  modelOf,
  NOW,
  operatorsOf,
  queryOf,
  valuesOf,
} from "./query-samples.ts";
import { item, openStore } from "../support.ts";
import { cases } from "../../../../helpers/whole-run.ts";

const SITUATION = { now: NOW, someHidden: false };

describe.each([
  ["compileQuery", idsBySql],
  ["the columnar index", idsByIndex],
])("%s", (_name, idsOf) => {
  it.each(RESOURCES)("a query for %s returns the same rows as plain JavaScript", async (resource) => {
    const store = await filled();
    const model = modelOf(resource);
    const all = model.rows.filter((row) => row["noLongerReturnedSince"] === null).length;
    fc.assert(
      fc.property(queryOf(resource), (any) => {
        const query = parseQuery(resource, any);
        const wanted = evaluate(model, query);
        expect(store.reader.window(resource, query, 0, 1, NOW)).toMatchObject({
          total: wanted.length,
          all,
        });
        expect(idsOf(store, resource, query)).toEqual(wanted);
      }),
      { numRuns: cases(400) },
    );
  });

  it.each(RESOURCES)(
    "every operator on every field of %s finds as many rows as plain JavaScript",
    async (resource) => {
      const store = await filled();
      const [share = ""] = QUERY_FIELDS[resource].flatMap(({ kind, name }) =>
        kind === "number" ? name : [],
      );
      const shapes = {
        none: () => undefined,
        one: ([first = ""]) => first,
        pair: ([first = "", second = ""]) => [first, second],
        list: ([first = ""]) => [first],
        duration: () => "P1W",
        share: () => ({ field: share, share: 0.5 }),
      } satisfies Record<string, (values: readonly (string | number)[]) => unknown>;
      const counts = QUERY_FIELDS[resource].flatMap((field) =>
        operatorsOf(field).map((op) => {
          const value = shapes[VALUE_SHAPES[op]](valuesOf(field));
          const query = parseQuery(resource, {
            version: 1,
            filter: { field: field.name, op, ...(value === undefined ? {} : { value }) },
          });
          const [real, wanted] = [idsOf(store, resource, query), evaluate(modelOf(resource), query)];
          return { field: field.name, op, real: real.length, wanted: wanted.length };
        }),
      );
      expect(counts.length).toBeGreaterThan({ items: 100, types: 100, locations: 35 }[resource]);
      for (const { real, wanted, ...about } of counts)
        expect({ ...about, real }).toEqual({ ...about, real: wanted });
    },
  );

  it.each(RESOURCES)("a query leaves out missing %s unless a filter asks for them", async (resource) => {
    const store = await filled();
    const { rows } = modelOf(resource);
    const missed = rows.filter((row) => row["noLongerReturnedSince"] !== null).length;
    expect(missed).toBeGreaterThan(3);
    const found = (filter?: Filter): number =>
      idsOf(store, resource, { version: 1, ...(filter && { filter }) }).length;
    const since = NO_LONGER_RETURNED.name;
    expect(found()).toBe(rows.length - missed);
    expect(found({ field: since, op: "notEmpty" })).toBe(missed);
    expect(found({ field: since, op: "empty" })).toBe(rows.length - missed);
    expect(
      found({
        any: [
          { field: since, op: "notEmpty" },
          { field: since, op: "empty" },
        ],
      }),
    ).toBe(rows.length);
    expect(found({ not: { field: since, op: "withinLast", value: "P1D" } })).toBe(
      rows.filter((row) => row["noLongerReturnedSince"] !== "2026-06-15T11:00:00.000Z").length,
    );
  });

  it.each([
    ["a search finds its words in any order", "20 film", ["20 film  2", "Film 20"]],
    ["a search for a quoted phrase finds exactly this phrase", '"film 20"', ["Film 20"]],
    ["a search for a quoted phrase respects every space", '"film  2"', ["20 film  2"]],
    ["a search for a phrase and a word finds only names with both", '"KÄFIG 2" 2', ["KAFIG 2"]],
    ["a search ignores an unclosed quotation mark", '"film 20', ["20 film  2", "Film 20"]],
  ])("%s", async (_what, words, wanted) => {
    const store = await filled();
    const nameOf = new Map(modelOf("locations").rows.map(({ id, name }) => [id, name]));
    const found = idsOf(store, "locations", { version: 1, search: words });
    expect(new Set(found.map((id) => nameOf.get(id)))).toEqual(new Set(wanted));
  });

  it.each<[string, Filter, (row: Record<string, unknown>) => boolean]>([
    [
      "the operator isNot also finds rows without a value",
      { field: "status", op: "isNot", value: "available" },
      (row) => row["status"] !== "available",
    ],
    [
      "the operator notIn also finds rows without a value",
      { field: "status", op: "notIn", value: ["available"] },
      (row) => row["status"] !== "available",
    ],
    [
      "the operator lt finds no row without a value",
      { field: "weight", op: "lt", value: 2 },
      ({ weight }) => weight !== null && Number(weight) < 2,
    ],
    [
      "the operator ltShare finds only rows with both numbers and a positive whole",
      { field: "remainingLength", op: "ltShare", value: { field: "startingLength", share: 0.1 } },
      ({ remainingLength: left, startingLength: whole }) =>
        typeof left === "number" && typeof whole === "number" && whole > 0 && left < whole / 10,
    ],
    [
      "the operator in with an empty list finds no row",
      { field: "status", op: "in", value: [] },
      () => false,
    ],
    [
      "the operator notIn with an empty list finds all rows",
      { field: "status", op: "notIn", value: [] },
      () => true,
    ],
    ['an "all" filter without conditions finds all rows', { all: [] }, () => true],
    ['an "any" filter without conditions finds no row', { any: [] }, () => false],
    [
      "a negated comparison also finds rows without a value",
      { not: { field: "weight", op: "gt", value: 0 } },
      ({ weight }) => weight === null || Number(weight) <= 0,
    ],
    [
      "the operator contains ignores case and accents",
      { field: "name", op: "contains", value: "KAF" },
      ({ name }) => ["Käfig", "KAFIG 2"].includes(String(name)),
    ],
    [
      "the operator contains takes % and _ literally",
      { field: "name", op: "contains", value: "%_" },
      ({ name }) => name === "50%_x",
    ],
  ])("%s", async (_what, some, wanted) => {
    const store = await filled();
    const rows = modelOf("items").rows.filter((row) => row["noLongerReturnedSince"] === null && wanted(row));
    expect(idsOf(store, "items", { version: 1, filter: some }).toSorted()).toEqual(
      rows.map(({ id }) => String(id)).toSorted(),
    );
  });

  it("a filter counts calendar months", async () => {
    const store = await openStore();
    store.list("items", [
      item("in", { checkedOutAt: "2026-02-28T12:00:00Z" }),
      item("out", { checkedOutAt: "2026-02-28T11:59:59Z" }),
    ]);
    const query: Query = { version: 1, filter: { field: "checkedOutAt", op: "withinLast", value: "P1M" } };
    const { rows } = store.reader.window("items", query, 0, 9, Date.parse("2026-03-31T12:00:00Z"));
    expect(rows.map(({ id }) => id)).toEqual(["in"]);
  });

  it("a query's SQL never contains a user's value", () => {
    const evil = "'); DROP TABLE items; --";
    const compiled = compileQuery(
      "items",
      parseQuery("items", { version: 1, search: evil, filter: { field: "name", op: "is", value: evil } }),
      SITUATION,
    );
    expect(JSON.stringify([compiled.from, compiled.where, compiled.orderBy])).not.toContain("DROP");
    expect(compiled.values).toContain(evil);
  });

  it("a query with an unknown field is refused even without validation", () => {
    expect(() =>
      compileQuery("items", { version: 1, sort: [{ field: "rowid; --", direction: "asc" }] }, SITUATION),
    ).toThrow(/no field/);
    expect(() =>
      compileQuery("items", { version: 1, filter: { field: "unmapped", op: "empty" } }, SITUATION),
    ).toThrow(/no field/);
  });
});
