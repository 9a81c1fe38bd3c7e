import { texts } from "../../shared/base/text/texts.ts";

export const SELECT_ROWS = texts("grid.select", {
  all: "Select every row",
  allByKey: "Select every row (Ctrl+A)",
  row: "Select {name}",
  unnamed: "Select this row",
});
/** The label of a row's checkbox. @param name the name of its record; undefined until it is loaded. */
export const selectRow = (name: string | undefined): string =>
  name === undefined ? SELECT_ROWS.unnamed : SELECT_ROWS.row({ name });

export const CELL = texts("grid.cells", {
  empty: "empty",
  changed: "changed",
  changedHint: "Changed by a refresh",
});
