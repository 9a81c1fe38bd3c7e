import { texts } from "../../../shared/base/text/texts.ts";
import type { Measure } from "./measures.ts";
import type { Unit } from "../../../shared/inventory/units.ts";

export const AGE_LABELS = texts("inventory.figures.ages", {
  today: "Today",
  week: "Up to 7 days",
  month: "8 to 30 days",
  quarter: "31 to 90 days",
  longer: "Over 90 days",
  unknown: "No valid date",
});

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = texts("inventory.figures.measures", {
  items: "Items",
  length: "Length",
  weight: "Weight",
});

/**
 * The heading of a column of numbers in a file: "Available, length (m)". If the numbers count items, the heading is the
 * label alone.
 */
export function measuredHeading(label: string, by: Measure, unit: Unit | null): string {
  return by === "items" ? label : headingWithUnit(HEADINGS.measured({ label, by }), unit);
}

const HEADINGS = texts("inventory.figures.headings", {
  measured: "{label}, {by, select, length {length} other {weight}}",
  withUnit: "{label} ({unit})",
});
/** A heading with its unit: "Sum (kg)". Without a unit it is the label alone. */
export const headingWithUnit = (label: string, unit: string | null): string =>
  unit === null ? label : HEADINGS.withUnit({ label, unit });
