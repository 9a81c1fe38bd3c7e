import type { ColumnSpec, GridRow } from "./grid-column.ts";
import { decimalsOf } from "../base/format.ts";

/** By field: the most decimals that any of its numbers has shown so far. */
export type Decimals = Readonly<Record<string, number>>;

/** By field: the most decimals that any number of these rows has. */
export function decimalsOfRows(
  columns: readonly ColumnSpec[],
  rows: readonly (GridRow | undefined)[],
): Decimals {
  return widen({}, columns, rows);
}

/** Widens the known decimals by those of these rows. They never shrink, so that digits do not shift while scrolling. */
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
