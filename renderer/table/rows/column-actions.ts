import type { SortingState } from "@tanstack/react-table";
import { DEFAULT_LAYOUT, dropColumn, moveColumn, pinColumn, showColumn } from "../columns/column-layout.ts";
import { clampWidth } from "../../grid/sizes.ts";
import type { PinSide } from "../../grid/grid-column.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { arrangeColumns, type UpdateView } from "../views/use-views.ts";
import type { ColumnDrop } from "../../grid/use-column-drag.ts";
import type { GridTable } from "../../grid/grid-table.ts";

export type GridColumn = ReturnType<GridTable["getVisibleLeafColumns"]>[number];

export interface ColumnActions {
  readonly sortOnlyBy: (column: GridColumn, direction: "asc" | "desc") => void;
  readonly hide: (id: string) => void;
  readonly pin: (id: string, side: PinSide | null) => void;
  readonly move: (id: string, step: -1 | 1) => void;
  readonly drop: (drop: ColumnDrop) => void;
  readonly widen: (column: GridColumn, by: number) => void;
  readonly fit: (id: string, grid: Element) => void;
  readonly reset: () => void;
}

/** The actions on the columns of a table. The remembered view stores the columns' state. */
export function columnActions(resource: Resource, table: GridTable, update: UpdateView): ColumnActions {
  const arrange = arrangeColumns(resource, update);
  const setWidth = (id: string, width: number): void =>
    table.setColumnSizing((sizes) => ({ ...sizes, [id]: width }));
  return {
    sortOnlyBy: (column, direction) => table.setSorting([{ id: column.id, desc: direction === "desc" }]),
    hide: (id) => arrange((layout) => showColumn(layout, id, false)),
    pin: (id, side) => arrange((layout) => pinColumn(layout, id, side)),
    move: (id, step) => arrange((layout) => moveColumn(layout, id, step)),
    drop: ({ id, over, side }) => arrange((layout) => dropColumn(layout, id, over, side)),
    widen: (column, by) => setWidth(column.id, clampWidth(column.getSize() + by)),
    fit: (id, grid) => setWidth(id, fitWidth(grid, id)),
    reset: () => arrange(() => DEFAULT_LAYOUT),
  };
}

/** The most columns by which a table can be sorted. */
const MAX_SORT_COLUMNS = 8;

/**
 * Sorts by a column after a click on its heading: ascending, descending, unsorted. The last requested order decides
 * which of them is next, because a second click may come before the table shows the first order. @param isAdded true to
 * keep the other columns of the order.
 */
export function toggleSorting(table: GridTable, column: GridColumn, isAdded: boolean): void {
  if (column.getCanSort()) table.setSorting((wanted) => nextSorting(wanted, column.id, isAdded));
}

/** The order after a click on a column's heading. */
export function nextSorting(wanted: SortingState, id: string, isAdded: boolean): SortingState {
  const at = wanted.findIndex((one) => one.id === id);
  const present = wanted[at];
  if (!isAdded && at !== wanted.length - 1) return [{ id, desc: present?.desc === false }];
  if (!present)
    return isAdded ? [...wanted, { id, desc: false }].slice(-MAX_SORT_COLUMNS) : [{ id, desc: false }];
  return present.desc ? wanted.toSpliced(at, 1) : wanted.with(at, { id, desc: true });
}

/** The width of a cell's paddings on both sides together, and one pixel for rounding. */
const CELL_PADDING = 25;
/** The width of the mark before a status, which is not part of the text. */
const STATUS_WIDTH = 17;
/** The width of the controls in a header: menu button, sort arrow, sort rank, filter mark. */
const HEADER_CONTROLS_WIDTH = CELL_PADDING + 64;

/** The width at which a column shows its cells and its header without cutting them. */
function fitWidth(grid: Element, id: string): number {
  const cells = [...grid.querySelectorAll(`[role="gridcell"][data-field="${CSS.escape(id)}"]`)];
  const label = grid.querySelector(`[data-column="${CSS.escape(id)}"] [data-label]`);
  const widths = cells.map(
    (cell) => contentWidth(cell) + CELL_PADDING + (cell.hasAttribute("data-status") ? STATUS_WIDTH : 0),
  );
  return clampWidth(Math.ceil(Math.max(label ? contentWidth(label) + HEADER_CONTROLS_WIDTH : 0, ...widths)));
}

function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
