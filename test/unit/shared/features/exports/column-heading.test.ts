import { expect, it } from "vitest";
import { headingInUnits } from "../../../../../shared/features/exports/column-heading.ts";
import { NO_UNITS, type Units } from "../../../../../shared/inventory/units.ts";

const METRIC: Units = { ...NO_UNITS, length: "m", weight: "kg" };
const cable = { length: "ft", weight: null, width: null, thickness: null } as const;

it.each<[string, Units | null, string]>([
  ["remainingLength", null, "remainingLength"],
  ["remainingLength", NO_UNITS, "remainingLength"],
  ["remainingLength", METRIC, "remainingLength (m)"],
  ["weight", { ...METRIC, overrides: { cable } }, "weight (kg)"],
  ["remainingLength", { ...METRIC, overrides: { cable } }, "remainingLength (m; ft for some material types)"],
  [
    "remainingLength",
    { ...NO_UNITS, overrides: { cable } },
    "remainingLength (no unit; ft for some material types)",
  ],
  ["name", METRIC, "name"],
  ["locationName", METRIC, "locationName"],
])("the heading of %s names its unit", (column, units, heading) => {
  expect(headingInUnits(column, "items", column, units)).toBe(heading);
});
