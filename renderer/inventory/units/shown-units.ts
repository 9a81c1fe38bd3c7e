import type { Field } from "../../../shared/inventory/fields.ts";
import {
  commonUnit,
  SI_FACTORS,
  unitOf,
  unitsOf,
  type Quantity,
  type Unit,
  type Units,
} from "../../../shared/inventory/units.ts";
import type { Total } from "../../../shared/query/totals.ts";
import type { Row } from "../../../shared/query/query-calls.ts";

/** Rounds a computed number for reading: to two decimals, or to four if the number is below one. */
export function rounded(value: number): number {
  const steps = Math.abs(value) < 1 ? 1e4 : 1e2;
  return Math.round(value * steps) / steps;
}

/** Converts a number to another unit of the same quantity, rounded for reading. */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  return rounded((value * SI_FACTORS[from]) / SI_FACTORS[to]);
}

/** The display unit of a number, from its unit in the service's data; null if the number has no unit. */
export function shownUnit({ shownIn }: Units, quantity: Quantity, sent: Unit | null): Unit | null {
  if (sent === null) return null;
  return quantity === "length" || quantity === "weight" ? (shownIn[quantity] ?? sent) : sent;
}

/** The unit of a row's number in the service's data; null if the field has no unit. */
export function unitOfRow(units: Units, { measures }: Pick<Field, "measures">, row: Row): Unit | null {
  return measures ? unitOf(units, measures.quantity, row[measures.typeId]) : null;
}

/** The common unit of a field's numbers in the service's data; "" if there is no common unit. */
export function unitOfField(units: Units, field: Pick<Field, "measures"> | undefined): string {
  return (field?.measures && commonUnit(units, field.measures.quantity)) ?? "";
}

/** Whether a field's numbers have several units, or are converted for display. */
export function isShownOtherwise(units: Units, { measures }: Pick<Field, "measures">): boolean {
  if (!measures) return false;
  const sent = unitsOf(units, measures.quantity);
  return sent.length > 1 || sent.some((unit) => shownUnit(units, measures.quantity, unit) !== unit);
}

/** Converts totals to their display units. Totals with the same display unit become one total. */
export function totalsInUnits(
  units: Units,
  { measures }: Pick<Field, "measures">,
  totals: readonly Total[],
): readonly Total[] {
  if (!measures) return totals;
  const shown = new Map<string | null, Total>();
  for (const total of totals) {
    const converted = convertTotal(
      total,
      shownUnit(units, measures.quantity, total.measuredIn as Unit | null),
    );
    const other = shown.get(converted.measuredIn);
    shown.set(converted.measuredIn, other ? addTotals(other, converted) : converted);
  }
  return [...shown.values()];
}

function convertTotal(total: Total, to: Unit | null): Total {
  const from = total.measuredIn as Unit | null;
  if (from === null || to === null || from === to) return total;
  const convert = (value: number): number => convertUnit(value, from, to);
  return {
    measuredIn: to,
    count: total.count,
    sum: convert(total.sum),
    min: convert(total.min),
    max: convert(total.max),
  };
}

function addTotals(a: Total, b: Total): Total {
  return {
    measuredIn: a.measuredIn,
    count: a.count + b.count,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}
