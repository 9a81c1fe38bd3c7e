import type { Row } from "../../../../shared/query/query-calls.ts";
import { findField, type Field } from "../../../../shared/inventory/fields.ts";
import type { Units } from "../../../../shared/inventory/units.ts";
import type { Total } from "../../../../shared/query/totals.ts";
import { formatNumber } from "../../../base/format.ts";
import { isAddable, measure, measuredIn, type Measured } from "../../../inventory/figures/measures.ts";
import { withUnit, showNumber } from "../../../inventory/units/in-units.ts";
import { totalsInUnits } from "../../../inventory/units/shown-units.ts";
import type { Grouping } from "./checked-out-search.ts";

const LENGTH = findField("items", "remainingLength") as Field;

/** Whether groups have a length. The lengths of several types can be added only in a common unit. */
export function haveLengths(by: Grouping, units: Units): boolean {
  return by === "type" || by === "item" || isAddable(units, "length");
}

/** The total length of a group's items. */
export function lengthOf(lengths: readonly Total[], units: Units): Measured {
  const shown = totalsInUnits(units, LENGTH, lengths);
  const [only] = shown;
  if (only && shown.length === 1) return measuredIn(only.sum, only.measuredIn);
  return measure({ rows: 0, totals: { remainingLength: [...lengths] } }, "length", units);
}

/** The remaining length of one item with its unit; "–" if the service sends none. */
export function lengthText(row: Row, units: Units): string {
  const value = row[LENGTH.name];
  if (typeof value !== "number") return "–";
  const shown = showNumber(units, { field: LENGTH }, value, row);
  return withUnit(formatNumber(shown.value), shown.unit);
}
