import type { Field } from "../../../shared/inventory/fields.ts";
import { isUnitless, unitsOf, type Units } from "../../../shared/inventory/units.ts";
import { formatNumber } from "../../base/format.ts";
import type { GridRow, ShownNumber } from "../../grid/grid-column.ts";
import type { ColumnSpec } from "../../table/columns/column-layout.ts";
import { convertUnit, shownUnit, unitOfRow } from "./shown-units.ts";

/** The width of the longest unit in a heading, in CSS pixels. */
const UNIT_WIDTH = 32;

/** Gives columns their display units. The label has the usual unit; a number in another unit shows that unit. */
export function inUnits(columns: readonly ColumnSpec[], units: Units): readonly ColumnSpec[] {
  if (isUnitless(units)) return columns;
  return columns.map((column): ColumnSpec => {
    const { field } = column;
    if (!field.measures) return column;
    const { quantity } = field.measures;
    const known = unitsOf(units, quantity);
    const shown = known.map((unit) => shownUnit(units, quantity, unit));
    const [usual = null] = shown;
    const isAsSent = shown.every((unit, at) => unit === known[at] && unit === usual);
    return {
      ...column,
      ...(usual !== null && { label: `${column.label} (${usual})`, width: column.width + UNIT_WIDTH }),
      ...(!isAsSent && {
        read: (value, row) => {
          const number = showNumber(units, column, value, row);
          return { ...number, unit: number.unit === usual ? "" : number.unit };
        },
      }),
    };
  });
}

/** A row's number in its display unit; the unit is "" if it has none. */
export function showNumber(
  units: Units,
  { field }: Pick<ColumnSpec, "field">,
  value: number,
  row: GridRow,
): ShownNumber {
  const sent = unitOfRow(units, field, row);
  if (!field.measures || sent === null) return { value, unit: "" };
  const unit = shownUnit(units, field.measures.quantity, sent) ?? sent;
  return { value: convertUnit(value, sent, unit), unit };
}

/** A number's text with a unit after it. @param unit "" for no unit. */
export function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}

/** The text of a row's number with its display unit. */
export function measuredText(units: Units, field: Field, value: number, row: GridRow): string {
  const shown = showNumber(units, { field }, value, row);
  return withUnit(formatNumber(shown.value), shown.unit);
}

/** The text of a row's number in its column. @param format formats the number alone. */
export function numberText(
  { read }: Pick<ColumnSpec, "read">,
  value: number,
  row: GridRow,
  format: (shown: number) => string,
): string {
  if (!read) return format(value);
  const shown = read(value, row);
  return withUnit(format(shown.value), shown.unit);
}
