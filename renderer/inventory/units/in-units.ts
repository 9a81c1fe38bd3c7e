import { isUnitless, unitsOf, type Units } from "../../../shared/domain/units.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { unitOfRow } from "./unit-queries.ts";

/** CSS pixels that the longest unit takes in a heading. */
const UNIT_WIDTH = 32;

/** Columns with what their numbers are measured in: the usual unit in the label, another one beside its number. */
export function inUnits(columns: readonly ColumnSpec[], units: Units): readonly ColumnSpec[] {
  if (isUnitless(units)) return columns;
  return columns.map((column): ColumnSpec => {
    const { field } = column;
    if (!field.measures) return column;
    const [usual = null, ...others] = unitsOf(units, field.measures.quantity);
    return {
      ...column,
      ...(usual !== null && { label: `${column.label} (${usual})`, width: column.width + UNIT_WIDTH }),
      ...(others.length > 0 && {
        unitBeside: (row) => {
          const own = unitOfRow(units, field, row);
          return own === usual ? "" : (own ?? "");
        },
      }),
    };
  });
}

/** A number's text with a unit behind it. @param unit "" for none. */
export function besideUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
