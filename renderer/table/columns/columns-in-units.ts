import { isUnitless, unitsOf, type Units } from "../../../shared/inventory/units.ts";
import type { GridRow } from "../../grid/grid-column.ts";
import { showNumber, withUnit } from "../../inventory/units/in-units.ts";
import { shownUnit } from "../../inventory/units/shown-units.ts";
import type { ColumnSpec } from "./column-layout.ts";

/** The width of the longest unit in a heading, in CSS pixels. */
const UNIT_WIDTH = 32;

/**
 * Gives columns their display units. The label contains the usual unit; a number in another unit shows its own unit.
 */
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

/** The text of a row's number in a column. @param format formats the number without its unit. */
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
