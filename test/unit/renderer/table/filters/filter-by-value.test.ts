import { describe, expect, it } from "vitest";
import { addByValue, filterByValue } from "../../../../../renderer/table/filters/filter-by-value.ts";
import { compileFilter } from "../../../../../shared/query/views/compile-view.ts";
import type { FieldFilter } from "../../../../../shared/query/field-filter.ts";
import { findField, type Field } from "../../../../../shared/inventory/fields.ts";
import { parseQuery } from "../../../../../shared/query/query.ts";

function fieldOf(name: string): Field {
  const field = findField("items", name);
  if (!field) throw new Error(name);
  return field;
}

describe("filterByValue", () => {
  it.each([
    ["status", "available", "choice"],
    ["locationId", "l1", "choice"],
    ["checkedOutToUserId", "u1", "choice"],
    ["name", "Film", "text"],
    ["weight", 2.5, "range"],
    ["checkedOutAt", "2026-03-01T12:00:00.000Z", "days"],
    ["weight", null, "presence"],
  ] as const)("%s %s is a query's condition of the kind %s", (name, value, kind) => {
    const filter = filterByValue(fieldOf(name), value, false);
    expect(filter?.kind).toBe(kind);
    expect(() => parseQuery("items", { version: 1, filter: filter && compileFilter(filter) })).not.toThrow();
  });

  it("filterByValue excludes only values that chips can exclude", () => {
    expect(filterByValue(fieldOf("status"), "archived", true)).toMatchObject({ negate: true });
    expect(filterByValue(fieldOf("name"), "Film", true)).toMatchObject({ op: "isNot" });
    expect(filterByValue(fieldOf("weight"), null, true)).toMatchObject({ kind: "presence", empty: false });
    expect(filterByValue(fieldOf("weight"), 2, true)).toBeNull();
    expect(filterByValue(fieldOf("name"), "x".repeat(501), false)).toBeNull();
  });
});

describe("addByValue", () => {
  const choice = (value: string, negate: boolean): FieldFilter => ({
    kind: "choice",
    field: "status",
    negate,
    values: [value],
    empty: false,
  });

  it("addByValue collects excluded values in one chip, and replaces an included one", () => {
    const out = addByValue(addByValue([], choice("a", true), "1"), choice("b", true), "2");
    expect(out).toEqual([{ id: "1", enabled: true, filter: { ...choice("a", true), values: ["a", "b"] } }]);
    const only = addByValue(addByValue([], choice("a", false), "1"), choice("b", false), "2");
    expect(only).toEqual([{ id: "1", enabled: true, filter: choice("b", false) }]);
    expect(addByValue(out, choice("c", false), "3")).toHaveLength(2);
  });
});
