import { describe, expect, it } from "vitest";
import { findField } from "../../../../../shared/inventory/fields.ts";
import { NO_UNITS, type Units } from "../../../../../shared/inventory/units.ts";
import type { Total } from "../../../../../shared/query/totals.ts";
import { columnsOf } from "../../../../../renderer/table/columns/column-layout.ts";
import { inUnits } from "../../../../../renderer/table/columns/columns-in-units.ts";
import {
  convertUnit,
  totalsInUnits,
  unitOfField,
} from "../../../../../renderer/inventory/units/shown-units.ts";

const cable = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;
const METRIC: Units = { ...NO_UNITS, length: "m", weight: "kg" };
const MIXED: Units = { ...METRIC, overrides: { cable } };
const IN_FEET: Units = { ...MIXED, shownIn: { length: "ft", weight: null } };

describe("convertUnit()", () => {
  it.each([
    [1_000, "m", "ft", 3_280.84],
    [100, "ft", "m", 30.48],
    [1, "kg", "lb", 2.2],
    [0.1, "oz", "kg", 0.0028],
    [7, "m", "m", 7],
    [-3, "yd", "in", -108],
  ] as const)("convertUnit() converts %d %s into %s", (value, from, to, wanted) => {
    expect(convertUnit(value, from, to)).toBe(wanted);
  });
});

describe("inUnits()", () => {
  const shown = (units: Units, materialTypeId: string | null): unknown => {
    const column = inUnits(columnsOf("items"), units).find(({ id }) => id === "remainingLength");
    const row = { id: "i", materialTypeId };
    return [column?.label, column?.read?.(10, row) ?? "as sent"];
  };

  it.each<[string, Units, string | null, unknown]>([
    ["no unit", NO_UNITS, "film", ["Remaining length", "as sent"]],
    ["one unit", METRIC, "film", ["Remaining length (m)", "as sent"]],
    ["the most common of several units", MIXED, "film", ["Remaining length (m)", { value: 10, unit: "" }]],
    ["another of several units", MIXED, "cable", ["Remaining length (m)", { value: 10, unit: "ft" }]],
    ["a row without a type", MIXED, null, ["Remaining length (m)", { value: 10, unit: "" }]],
    ["converted", IN_FEET, "film", ["Remaining length (ft)", { value: 32.81, unit: "" }]],
    ["already in that unit", IN_FEET, "cable", ["Remaining length (ft)", { value: 10, unit: "" }]],
    [
      "nothing to convert",
      { ...NO_UNITS, overrides: { cable }, shownIn: { length: "m", weight: null } },
      "film",
      ["Remaining length", { value: 10, unit: "" }],
    ],
  ])("inUnits() shows a length in the right unit: %s", (_name, units, type, wanted) => {
    expect(shown(units, type)).toEqual(wanted);
  });

  it("inUnits() changes only columns with units", () => {
    const before = columnsOf("items");
    const changed = inUnits(before, METRIC).filter((column) => !before.includes(column));
    expect(changed.map(({ label }) => label)).toEqual(["Remaining length (m)", "Weight (kg)", "Starting length (m)", "Original length (m)"]); // prettier-ignore
    expect(inUnits(before, NO_UNITS)).toBe(before);
  });
});

describe("totalsInUnits()", () => {
  const field = findField("items", "remainingLength") ?? {};
  const total = (measuredIn: string | null, count: number, sum: number, min: number, max: number): Total => ({
    measuredIn,
    count,
    sum,
    min,
    max,
  });
  const totals = [total("m", 2, 100, 1, 99), total("ft", 1, 10, 10, 10), total(null, 1, 5, 5, 5)];

  it("totalsInUnits() adds only numbers shown in the same unit", () => {
    expect(totalsInUnits(MIXED, field, totals)).toEqual(totals);
    expect(totalsInUnits(IN_FEET, field, totals)).toEqual([
      total("ft", 3, 338.08, 3.28, 324.8),
      total(null, 1, 5, 5, 5),
    ]);
    expect(totalsInUnits(IN_FEET, findField("types", "pricePerFoot") ?? {}, totals)).toBe(totals);
  });
});

it("a field has one unit only if all material types have the same unit", () => {
  const length = findField("items", "remainingLength");
  expect([METRIC, MIXED, NO_UNITS].map((units) => unitOfField(units, length))).toEqual(["m", "", ""]);
  expect(unitOfField(METRIC, findField("items", "name"))).toBe("");
});
