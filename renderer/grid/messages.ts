export const SELECT_ROWS = { all: "Select every row", allByKey: "Select every row (Ctrl+A)" };
/** The checkbox of a row. @param name of its record; undefined until it is loaded. */
export const selectRow = (name: string | undefined): string => `Select ${name ?? "this row"}`;

export const CELL = { empty: "empty", changed: "changed", changedHint: "Changed by a refresh" };
