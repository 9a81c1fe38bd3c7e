import { describe, expect, it } from "vitest";
import { FIELDS } from "../../../../shared/inventory/fields.ts";
import { QueryError } from "../../../../shared/base/errors.ts";
import { OPERATORS, parseQuery, hasOneValue, type Filter } from "../../../../shared/query/query.ts";

const condition = (field: string, op: string, value?: unknown): unknown => ({
  version: 1,
  filter: value === undefined ? { field, op } : { field, op, value },
});

describe("parseQuery()", () => {
  it("parseQuery() accepts the example of the design", () => {
    const query = {
      version: 1,
      search: "film 20",
      filter: {
        all: [
          { field: "status", op: "is", value: "checked_out" },
          { field: "checkedOutAt", op: "olderThan", value: "P7D" },
          {
            any: [
              { field: "locationId", op: "in", value: ["a", "b"] },
              { field: "locationId", op: "empty" },
            ],
          },
        ],
      },
      sort: [{ field: "checkedOutAt", direction: "asc" }],
    };
    expect(parseQuery("items", query)).toEqual(query);
  });

  it.each([
    [condition("colour", "is", "red"), /items have no field "colour"/],
    [condition("status", "contains", "a"), /field "status" has no operator "contains"/],
    [condition("weight", "eq", "12"), /field "weight", operator "eq": the value must be a number/],
    [condition("weight", "between", [1]), /must be a list of two, each a number/],
    [condition("updatedAt", "after", "soon"), /must be an ISO 8601 date-time/],
    [condition("updatedAt", "olderThan", "7 days"), /ISO 8601 duration/],
    [condition("name", "empty", "x"), /must be left out/],
    [condition("status", "in", "available"), /must be a list/],
    [condition("weight", "ltShare", 0.1), /must be \{ "field": another number/],
    [condition("weight", "ltShare", { field: "name", share: 0.1 }), /must be \{ "field": another number/],
    [condition("weight", "ltShare", { field: "colour", share: 0.1 }), /no field "colour"/],
    [condition("weight", "ltShare", { field: "startingLength", share: 0 }), /more than 0 and at most 1/],
    [condition("weight", "ltShare", { field: "startingLength", share: 1.5 }), /more than 0 and at most 1/],
    [condition("weight", "ltShare", { field: "startingLength", share: 0.1, of: 1 }), /query/],
    [condition("weight", "eq", { field: "startingLength", share: 0.1 }), /must be a number/],
    [condition("updatedAt", "ltShare", { field: "createdAt", share: 0.1 }), /no operator "ltShare"/],
    [{ version: 2 }, /version/],
    [{ version: 1, filters: [] }, /filters/],
    [{ version: 1, sort: [{ field: "colour", direction: "asc" }] }, /no field "colour"/],
    [{ version: 1, sort: [{ field: "name", direction: "up" }] }, /sort/],
    ["all", /query/],
  ])("parseQuery() refuses %j and gives the reason", (query, message) => {
    expect(() => parseQuery("items", query)).toThrow(QueryError);
    expect(() => parseQuery("items", query)).toThrow(message);
  });

  it("parseQuery() accepts a comparison with a percentage of another number", () => {
    const query = condition("remainingLength", "ltShare", { field: "startingLength", share: 0.1 });
    expect(parseQuery("items", query)).toEqual(query);
  });

  it("parseQuery() refuses extreme nesting without a stack overflow", () => {
    let filter: unknown = { field: "name", op: "empty" };
    for (let depth = 0; depth < 50_000; depth += 1) filter = { not: filter };
    expect(() => parseQuery("items", { version: 1, filter })).toThrow(/nested more than 20 deep/);
  });

  it("every kind of field has an operator", () => {
    for (const field of Object.values(FIELDS).flat()) expect(OPERATORS[field.kind].length).toBeGreaterThan(0);
  });
});

const FILM: Filter = { field: "materialTypeId", op: "is", value: "typ_film" };
const HALL: Filter = { field: "locationId", op: "in", value: ["loc_hall"] };
const hasOneType = (filter?: Filter): boolean => hasOneValue(filter, "materialTypeId");

describe("hasOneValue()", () => {
  it("hasOneValue() is true for a condition with one value, alone or joined by AND", () => {
    expect(hasOneType(FILM)).toBe(true);
    expect(hasOneType({ field: "materialTypeId", op: "in", value: ["typ_film"] })).toBe(true);
    expect(hasOneType({ all: [HALL, { all: [FILM] }] })).toBe(true);
  });

  it("hasOneValue() is false for several values, no value or a condition in OR", () => {
    expect(hasOneType()).toBe(false);
    expect(hasOneType(HALL)).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "in", value: ["typ_film", "typ_foil"] })).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "isNot", value: "typ_film" })).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "empty" })).toBe(false);
    expect(hasOneType({ any: [FILM, HALL] })).toBe(false);
    expect(hasOneType({ not: FILM })).toBe(false);
  });
});
