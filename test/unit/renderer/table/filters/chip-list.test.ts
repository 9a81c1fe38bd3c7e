import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import {
  applyChip,
  dropChip,
  putChip,
  soloChip,
  toggleChip,
  addByValue,
  filterByValue,
} from "../../../../../renderer/table/filters/chip-list.ts";
import type { Chip, FieldFilter } from "../../../../../shared/query/field-filter.ts";
import { compileFilter } from "../../../../../shared/query/views/compile-view.ts";
import { findField, type Field } from "../../../../../shared/inventory/fields.ts";
import { parseQuery } from "../../../../../shared/query/query.ts";

const TODAY = localDay(new Date());

const a: Chip = { id: "a", enabled: false, filter: { kind: "presence", field: "weight", empty: true } };
const b: Chip = { id: "b", enabled: true, filter: { kind: "presence", field: "status", empty: true } };

describe("chip list", () => {
  it("an edited chip keeps its position and stays on or off", () => {
    const filter = { kind: "presence", field: "weight", empty: false } as const;
    expect(putChip([a, b], "a", filter)).toEqual([{ ...a, filter }, b]);
  });
  it("applyChip() turns the edited chip on and changes no other chip", () => {
    const filter = { kind: "presence", field: "weight", empty: false } as const;
    const off = { ...b, enabled: false };
    expect(applyChip([a, off], "a", filter)).toEqual([{ ...a, enabled: true, filter }, off]);
  });
  it("a new chip is added at the end and turned on", () => {
    expect(putChip([a], "b", b.filter)).toEqual([a, b]);
  });
  it("toggleChip() and dropChip() change only the given chip", () => {
    expect(toggleChip([a, b], "a")).toEqual([{ ...a, enabled: true }, b]);
    expect(dropChip([a, b], "a")).toEqual([b]);
  });
  it("soloChip() turns off all other chips; a second call turns all chips on", () => {
    const solo = soloChip([a, b], "a");
    expect(solo.map(({ enabled }) => enabled)).toEqual([true, false]);
    expect(soloChip(solo, "a").map(({ enabled }) => enabled)).toEqual([true, true]);
  });
});

function fieldOf(name: string): Field {
  const field = findField("items", name);
  if (!field) throw new Error(name);
  return field;
}

describe("filterByValue()", () => {
  it.each([
    ["status", "available", "choice"],
    ["locationId", "l1", "choice"],
    ["checkedOutToUserId", "u1", "choice"],
    ["name", "Film", "text"],
    ["weight", 2.5, "range"],
    ["checkedOutAt", "2026-03-01T12:00:00.000Z", "days"],
    ["weight", null, "presence"],
  ] as const)("filterByValue() turns %s %s into a valid condition of the kind %s", (name, value, kind) => {
    const filter = filterByValue(fieldOf(name), value, false);
    expect(filter?.kind).toBe(kind);
    expect(() =>
      parseQuery("items", { version: 1, filter: filter && compileFilter(filter, TODAY) }),
    ).not.toThrow();
  });

  it("filterByValue() finds the rows with an empty name", () => {
    const only = filterByValue(fieldOf("name"), "", false);
    expect(only && compileFilter(only, TODAY)).toEqual({ field: "name", op: "in", value: [""] });
    const others = filterByValue(fieldOf("name"), "", true);
    expect(others && compileFilter(others, TODAY)).toEqual({ field: "name", op: "notIn", value: [""] });
    expect(() =>
      parseQuery("items", { version: 1, filter: only && compileFilter(only, TODAY) }),
    ).not.toThrow();
  });

  it("filterByValue() excludes a value only if a chip can exclude the value", () => {
    expect(filterByValue(fieldOf("status"), "archived", true)).toMatchObject({ negate: true });
    expect(filterByValue(fieldOf("name"), "Film", true)).toMatchObject({ op: "isNot" });
    expect(filterByValue(fieldOf("weight"), null, true)).toMatchObject({ kind: "presence", empty: false });
    expect(filterByValue(fieldOf("weight"), 2, true)).toBeNull();
    expect(filterByValue(fieldOf("name"), "x".repeat(501), false)).toBeNull();
  });
});

describe("addByValue()", () => {
  const choice = (value: string, negate: boolean): FieldFilter => ({
    kind: "choice",
    field: "status",
    negate,
    values: [value],
    empty: false,
  });

  it("addByValue() collects excluded values in one chip and replaces an included value", () => {
    const out = addByValue(addByValue([], choice("a", true), "1"), choice("b", true), "2");
    expect(out).toEqual([{ id: "1", enabled: true, filter: { ...choice("a", true), values: ["a", "b"] } }]);
    const only = addByValue(addByValue([], choice("a", false), "1"), choice("b", false), "2");
    expect(only).toEqual([{ id: "1", enabled: true, filter: choice("b", false) }]);
    expect(addByValue(out, choice("c", false), "3")).toHaveLength(2);
  });
});
