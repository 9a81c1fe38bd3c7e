/** The height of the row of headers, in CSS pixels. */
export const HEADER_HEIGHT = 34;

/** The width of the column that selects rows. It is the first column and does not scroll. */
export const SELECTOR_WIDTH = 38;

/** The grid's CSS variable for a column's width. @param at the index of the column among the shown columns. */
export const widthVariable = (at: number): `--${string}` => `--sd-column-${at}`;

/** The width of a column, as CSS within the grid. */
export const widthOf = (at: number): string => `var(${widthVariable(at)})`;

export const MIN_COLUMN_WIDTH = 64;
export const MAX_COLUMN_WIDTH = 900;

/** Limits the width of a column, in CSS pixels. So headers stay legible and other columns stay reachable. */
export function clampWidth(width: number): number {
  return Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, Math.round(width)));
}
