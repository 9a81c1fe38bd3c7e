import type { SortingState } from "@tanstack/react-table";
import type { GridColumn } from "./column-actions.ts";
import type { GridTable } from "../../grid/grid-table.ts";

/** The most columns of an order. */
const MOST = 8;

/**
 * Sorts by a column after a click on its heading: up, down, not at all. It starts from the order that the user asked
 * for last. A table shows a new order only when its rows are loaded, and a second click may come before.
 * @param isAdded true keeps the other columns of the order.
 */
export function toggleSorting(table: GridTable, column: GridColumn, isAdded: boolean): void {
  if (column.getCanSort()) table.setSorting((wanted) => nextSorting(wanted, column.id, isAdded));
}

/** The order after a click on a column's heading. */
export function nextSorting(wanted: SortingState, id: string, isAdded: boolean): SortingState {
  const at = wanted.findIndex((one) => one.id === id);
  const present = wanted[at];
  if (!isAdded && at !== wanted.length - 1) return [{ id, desc: present?.desc === false }];
  if (!present) return isAdded ? [...wanted, { id, desc: false }].slice(-MOST) : [{ id, desc: false }];
  return present.desc ? wanted.toSpliced(at, 1) : wanted.with(at, { id, desc: true });
}
