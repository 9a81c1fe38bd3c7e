import type { ColumnSpec, GridRow } from "./grid-column.ts";
import { decimalsOf } from "../base/format.ts";

/** The most decimals of a number that was shown so far, by field. */
export type Decimals = Readonly<Record<string, number>>;

/** The most decimals of a number in these rows, by field. */
export function decimalsOfRows(
  columns: readonly ColumnSpec[],
  rows: readonly (GridRow | undefined)[],
): Decimals {
  return widen({}, columns, rows);
}

/**
 * Updates known numbers of decimals by these rows. A number never shrinks, so that digits do not shift while scrolling.
 */
export function widen(
  known: Decimals,
  columns: readonly ColumnSpec[],
  rows: readonly (GridRow | undefined)[],
): Decimals {
  const wider: Record<string, number> = {};
  for (const { field, read } of columns) {
    if (field.kind !== "number") continue;
    for (const row of rows) {
      const value = row?.[field.name];
      if (row === undefined || typeof value !== "number") continue;
      const decimals = decimalsOf(read ? read(value, row).value : value);
      if (decimals > (wider[field.name] ?? known[field.name] ?? 0)) wider[field.name] = decimals;
    }
  }
  return Object.keys(wider).length === 0 ? known : { ...known, ...wider };
}
