/** The height of the row of headers, in CSS pixels. */
export const HEADER_HEIGHT = 34;

/** The width of the column that selects rows, which always comes first and stays in sight. */
export const SELECTOR_WIDTH = 38;
