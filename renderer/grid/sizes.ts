/** The height of the row of headers, in CSS pixels. */
export const HEADER_HEIGHT = 34;

/** The width of the column that selects rows. It comes first and stays in sight. */
export const SELECTOR_WIDTH = 38;

/** The CSS variable of the grid with a column's width. @param at the column's number among those shown, from 0. */
export const widthVariable = (at: number): `--${string}` => `--sd-column-${at}`;

/** The width of a column, as CSS within the grid. */
export const widthOf = (at: number): string => `var(${widthVariable(at)})`;

export const MIN_COLUMN_WIDTH = 64;
export const MAX_COLUMN_WIDTH = 900;

/** Limits a column's width in CSS pixels. Headers stay legible and other columns reachable. */
export function clampWidth(width: number): number {
  return Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, Math.round(width)));
}
