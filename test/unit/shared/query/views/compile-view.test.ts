import { describe, expect, it } from "vitest";
import { parseQuery, type Filter } from "../../../../../shared/query/query.ts";
import {
  compileFilter,
  compileQuery,
  type QueryParts,
} from "../../../../../shared/query/views/compile-view.ts";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import type { FieldFilter, GroupMatch } from "../../../../../shared/query/field-filter.ts";

const TODAY = localDay(new Date());

const EMPTY_PARTS: QueryParts = { search: "", chips: [], sort: [] };
const chip = (filter: FieldFilter, enabled = true) => ({ id: filter.field, enabled, filter });

describe("compileQuery()", () => {
  it("compileQuery() omits empty parts", () => {
    expect(compileQuery({ ...EMPTY_PARTS, search: "   " }, TODAY)).toEqual({ version: 1 });
  });

  it("compileQuery() turns search, chips and order into one valid query", () => {
    const query = compileQuery(
      {
        search: " film 20 ",
        chips: [chip({ kind: "range", field: "weight", min: 1, max: null })],
        sort: [{ field: "checkedOutAt", direction: "desc" }],
      },
      TODAY,
    );
    expect(query).toEqual({
      version: 1,
      search: "film 20",
      filter: {
        all: [{ field: "weight", op: "gte", value: 1 }],
      },
      sort: [{ field: "checkedOutAt", direction: "desc" }],
    });
    expect(() => parseQuery("items", query)).not.toThrow();
  });

  it("compileQuery() skips a chip that is turned off", () => {
    const chips = [chip({ kind: "presence", field: "weight", empty: true }, false)];
    expect(compileQuery({ ...EMPTY_PARTS, chips }, TODAY)).toEqual({ version: 1 });
  });

  it("compileQuery() shortens a search that is too long", () => {
    const query = compileQuery({ ...EMPTY_PARTS, search: "x".repeat(900) }, TODAY);
    expect(query.search).toHaveLength(500);
  });
});

describe("compileFilter()", () => {
  const choice = { kind: "choice", field: "locationId", negate: false, values: ["a"], empty: false } as const;

  it("a choice filters for any of its values or for empty values", () => {
    expect(compileFilter({ ...choice, values: ["a"] }, TODAY)).toEqual({
      field: "locationId",
      op: "in",
      value: ["a"],
    });
    expect(compileFilter({ ...choice, values: [], empty: true }, TODAY)).toEqual({
      field: "locationId",
      op: "empty",
    });
    expect(compileFilter({ ...choice, values: ["a"], empty: true }, TODAY)).toEqual({
      any: [
        { field: "locationId", op: "in", value: ["a"] },
        { field: "locationId", op: "empty" },
      ],
    });
  });

  it("a negated choice excludes empty values only if the user chose to exclude them", () => {
    const none = { ...choice, values: ["a"], negate: true };
    expect(compileFilter(none, TODAY)).toEqual({ field: "locationId", op: "notIn", value: ["a"] });
    expect(compileFilter({ ...none, empty: true }, TODAY)).toEqual({
      all: [
        { field: "locationId", op: "notIn", value: ["a"] },
        { field: "locationId", op: "notEmpty" },
      ],
    });
    expect(compileFilter({ ...none, values: [], empty: true }, TODAY)).toEqual({
      field: "locationId",
      op: "notEmpty",
    });
  });

  it("a range with an open end becomes one comparison", () => {
    expect(compileFilter({ kind: "range", field: "weight", min: 0, max: null }, TODAY)).toMatchObject({
      op: "gte",
      value: 0,
    });
    expect(compileFilter({ kind: "range", field: "weight", min: null, max: 0 }, TODAY)).toMatchObject({
      op: "lte",
      value: 0,
    });
    expect(compileFilter({ kind: "range", field: "weight", min: 0, max: 5 }, TODAY)).toMatchObject({
      op: "between",
      value: [0, 5],
    });
  });

  it("a money range accepts only amounts in its currency", () => {
    const currency = { field: "valueCurrency", value: "EUR" };
    expect(compileFilter({ kind: "range", field: "value", min: 5, max: null, currency }, TODAY)).toEqual({
      all: [
        { field: "value", op: "gte", value: 5 },
        { field: "valueCurrency", op: "is", value: "EUR" },
      ],
    });
  });

  it("a range of days covers whole local days", () => {
    const day = compileFilter(
      { kind: "days", field: "updatedAt", from: "2026-03-29", to: "2026-03-29" },
      TODAY,
    );
    const midnight = new Date(2026, 2, 29).getTime();
    const next = new Date(2026, 2, 30).getTime();
    expect(day).toEqual({
      all: [
        { field: "updatedAt", op: "after", value: new Date(midnight - 1).toISOString().replace("Z", "999Z") },
        { field: "updatedAt", op: "before", value: new Date(next).toISOString() },
      ],
    });
    expect(() => parseQuery("items", { version: 1, filter: day })).not.toThrow();
  });

  it("a filter for today begins at the local midnight", () => {
    const midnight = new Date(2026, 2, 29).getTime();
    const chips = [chip({ kind: "today", field: "updatedAt" })];
    expect(compileQuery({ ...EMPTY_PARTS, chips }, "2026-03-29").filter).toEqual({
      all: [
        { field: "updatedAt", op: "after", value: new Date(midnight - 1).toISOString().replace("Z", "999Z") },
      ],
    });
    expect(localDay(new Date(2026, 2, 9, 23, 59))).toBe("2026-03-09");
  });

  it("a percentage filter compares with a percentage of another number", () => {
    expect(
      compileFilter({ kind: "share", field: "remainingLength", of: "startingLength", share: 0.1 }, TODAY),
    ).toEqual({
      field: "remainingLength",
      op: "ltShare",
      value: { field: "startingLength", share: 0.1 },
    });
  });

  it("compileFilter() joins a group's parts at any depth", () => {
    const weighed: FieldFilter = { kind: "presence", field: "weight", empty: false };
    const film: FieldFilter = { kind: "text", field: "name", op: "contains", value: "film" };
    const [one, other] = [compileFilter(weighed, TODAY), compileFilter(film, TODAY)];
    const group = (match: GroupMatch): Filter =>
      compileFilter(
        { kind: "group", match, parts: [weighed, { kind: "group", match, parts: [film] }] },
        TODAY,
      );
    expect(group("all")).toEqual({ all: [one, { all: [other] }] });
    expect(group("any")).toEqual({ any: [one, { any: [other] }] });
    expect(group("none")).toEqual({ not: { any: [one, { not: { any: [other] } }] } });
    expect(group("notAll")).toEqual({ not: { all: [one, { not: { all: [other] } }] } });
  });

  it("a filter with a relative date stays relative", () => {
    expect(
      compileFilter({ kind: "relative", field: "checkedOutAt", op: "olderThan", duration: "P7D" }, TODAY),
    ).toEqual({
      field: "checkedOutAt",
      op: "olderThan",
      value: "P7D",
    });
  });
});
