import { describe, expect, it } from "vitest";
import { hasOneValue } from "../../../../shared/query/has-one-value.ts";
import type { Filter } from "../../../../shared/query/query.ts";

const FILM: Filter = { field: "materialTypeId", op: "is", value: "typ_film" };
const HALL: Filter = { field: "locationId", op: "in", value: ["loc_hall"] };
const hasOneType = (filter?: Filter): boolean => hasOneValue(filter, "materialTypeId");

describe("hasOneValue", () => {
  it("a condition for one value gives one value, alone or among conditions that must all hold", () => {
    expect(hasOneType(FILM)).toBe(true);
    expect(hasOneType({ field: "materialTypeId", op: "in", value: ["typ_film"] })).toBe(true);
    expect(hasOneType({ all: [HALL, { all: [FILM] }] })).toBe(true);
  });

  it("a filter for several values, for none, or with an optional condition does not give one value", () => {
    expect(hasOneType()).toBe(false);
    expect(hasOneType(HALL)).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "in", value: ["typ_film", "typ_foil"] })).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "isNot", value: "typ_film" })).toBe(false);
    expect(hasOneType({ field: "materialTypeId", op: "empty" })).toBe(false);
    expect(hasOneType({ any: [FILM, HALL] })).toBe(false);
    expect(hasOneType({ not: FILM })).toBe(false);
  });
});
