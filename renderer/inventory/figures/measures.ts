import type { Breakdown, Total } from "../../../shared/query/totals.ts";
import { unitsOf, type Unit, type Units } from "../../../shared/inventory/units.ts";
import { formatCount, formatNumber } from "../../base/format.ts";
import { withUnit } from "../units/in-units.ts";
import { convertUnit, rounded } from "../units/shown-units.ts";

/** The measures of stock. */
export const MEASURES = ["items", "length", "weight"] as const;
export type Measure = (typeof MEASURES)[number];

/** The field of items whose numbers a measure adds up; null if the measure counts items. */
export const FIELD_OF_MEASURE = { items: null, length: "remainingLength", weight: "weight" } as const;

/** The fields that a breakdown has to add up for a measure. */
export function fieldsOf(measure: Measure): string[] {
  const field = FIELD_OF_MEASURE[measure];
  return field === null ? [] : [field];
}

/** The one unit in which the sums of a measure can be compared; null if the user has not confirmed a unit. */
export function unitOfMeasure(units: Units, measure: Measure): Unit | null {
  if (measure === "items") return null;
  return units.shownIn[measure] ?? unitsOf(units, measure).find((unit) => unit !== null) ?? null;
}

/** Whether rows of several material types have a common sum. Lengths and weights need a confirmed unit. */
export function isAddable(units: Units, measure: Measure): boolean {
  return measure !== "length" || unitsOf(units, "length").every((unit) => unit !== null);
}

/** A number, and its text with the unit. */
export interface Measured {
  readonly value: number;
  readonly text: string;
}

/**
 * The number of rows or a sum in a part, in the measure's unit. Numbers without a unit are left out if other numbers
 * have a unit.
 */
export function measure(
  part: Breakdown["groups"][number]["parts"][number] | undefined,
  by: Measure,
  units: Units,
): Measured {
  const field = FIELD_OF_MEASURE[by];
  if (field === null) return counted(part?.rows ?? 0);
  const unit = unitOfMeasure(units, by);
  const sum = (part?.totals[field] ?? []).reduce((total, next) => total + inUnit(next, unit), 0);
  return measuredIn(sum, unit);
}

function inUnit({ measuredIn: sent, sum }: Total, unit: Unit | null): number {
  if (unit === null) return sum;
  return sent === null ? 0 : convertUnit(sum, sent as Unit, unit);
}

/** A sum followed by its unit. */
export function measuredIn(value: number, unit: string | null): Measured {
  const shown = rounded(value);
  return { value: shown, text: withUnit(formatNumber(shown), unit ?? "") };
}

/** A number of items, as text and number. */
export function counted(value: number): Measured {
  return { value, text: formatCount(value) };
}
