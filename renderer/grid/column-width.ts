/** The CSS variable of the grid that holds a column's width. @param at its number among the shown ones, from 0. */
export const widthVariable = (at: number): `--${string}` => `--sd-column-${at}`;

/** The width of a column, as CSS within the grid. */
export const widthOf = (at: number): string => `var(${widthVariable(at)})`;
