import type { PinSide } from "./grid-column.ts";

export const SELECT_ROWS = { all: "Select every row", allByKey: "Select every row (Ctrl+A)" };
/** The checkbox of a row. @param name of its record; undefined until it is loaded. */
export const selectRow = (name: string | undefined): string => `Select ${name ?? "this row"}`;

export const HEADER = {
  filtered: "Filtered: edit the filter",
  menu: "Sort, filter, hide, pin (Alt+Down)",
  width: "Drag to resize; double-click to fit",
};
export const filterOf = (column: string): string => `Filter of ${column}`;
export const menuLabel = (column: string): string => `Menu of ${column}`;

/** The state of a column that its header shows. */
interface HeaderState {
  readonly label: string;
  readonly isSortable: boolean;
  /** Its place in an order by several columns; null otherwise. */
  readonly place: { readonly rank: number; readonly of: number } | null;
  readonly isFiltered: boolean;
  readonly pin: PinSide | undefined;
}

const PINNED: Readonly<Record<PinSide, string>> = {
  left: "pinned to the left",
  right: "pinned to the right",
};

/** A header's marks and its click action, as tooltip and screen reader description. */
export function describeHeader({
  label,
  isSortable,
  place,
  isFiltered,
  pin,
}: HeaderState): string | undefined {
  const marks = [
    ...(place ? [`${place.rank} of ${place.of} in the order`] : []),
    ...(isFiltered ? ["filtered"] : []),
    ...(pin ? [PINNED[pin]] : []),
  ].join(", ");
  if (!isSortable) return marks || undefined;
  const hint = `Sort by ${label} (Shift: add to the order)`;
  return marks === "" ? hint : `${marks}. ${hint}`;
}

export const CELL = { empty: "empty", changed: "changed", changedHint: "Changed by a refresh" };
