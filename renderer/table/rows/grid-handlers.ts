import { idOf } from "../../grid/use-grid-focus.ts";
import type { OpenedBy } from "../../grid/grid-table.ts";
import { isHeading } from "../../inventory/records/read-rows.ts";
import type { TableModel } from "./table-model.ts";
import { isGroupKey, controlOf, type GridView } from "./use-grid-view.ts";
import type { KeyboardEvent, MouseEvent } from "react";
import { SELECTOR, placeOf, type CellPlace } from "../../grid/grid-keys.ts";
import type { CopyFormatName } from "../selection/copy-formats.ts";
import { toggleSorting, type ColumnActions } from "./column-actions.ts";
import type { GridPopupControl } from "./grid-popups.tsx";
import type { TypeAhead } from "./use-type-ahead.ts";

interface DisplayRowActions {
  readonly open: (index: number, by: OpenedBy) => void;
  readonly toggle: (index: number) => void;
  readonly toggleAll: () => void;
  /** Selects up to this row, from the last range's anchor or the focused row. */
  readonly extendTo: (index: number) => void;
  /** Opens or closes the group of a heading. @returns false if the display row is not a heading. */
  readonly toggleGroup: (index: number) => boolean;
}

/** The actions on the display rows of a table. @param onOpen opens a record by its id. */
export function displayRowActions(
  { groups, selection }: TableModel,
  { displayRowAt, rowAt, inSight, focus }: GridView,
  onOpen: (id: string, by: OpenedBy) => void,
): DisplayRowActions {
  return {
    open: (index, by) => {
      const id = idOf(rowAt(index));
      if (id !== null) onOpen(id, by);
    },
    toggle: (index) => {
      const id = idOf(rowAt(index));
      if (id !== null) selection.toggle(id);
    },
    toggleAll: () => (selection.extent === "all" ? selection.clear() : selection.all()),
    extendTo: (index) => {
      const from = idOf(rowAt(focus.active.row)) ?? idOf(rowAt(index));
      if (from !== null) selection.extend(from, idOf(rowAt(index)) ?? index);
    },
    toggleGroup: (index) => {
      const line = displayRowAt(index);
      if (!isHeading(line)) return false;
      groups.toggle(line.group.path, inSight);
      return true;
    },
  };
}

interface KeyTargets {
  readonly model: TableModel;
  readonly view: GridView;
  readonly rowActions: DisplayRowActions;
  readonly columns: ColumnActions;
  readonly popup: GridPopupControl;
  readonly typeAhead: TypeAhead;
  readonly follow: (column: string) => void;
  readonly onCopy: (format: CopyFormatName) => void;
  readonly onClose: () => void;
}

/** The CSS pixels by which Alt and an arrow key change a column's width. */
const RESIZE_STEP = 16;

/** Handles the keys of a grid, by the ARIA grid and treegrid patterns. */
export function handleGridKey(event: KeyboardEvent, targets: KeyTargets): void {
  const { model, view, rowActions, typeAhead } = targets;
  const { active, onMovementKey } = view.focus;
  if (active.row < 0 && handleHeaderKey(event, targets)) return event.preventDefault();
  if (isGroupKey(event, view.displayRowAt(active.row)) && rowActions.toggleGroup(active.row))
    return event.preventDefault();
  const page = view.rows.virtual.visibleRows - 1;
  const place = onMovementKey(event, { rows: view.rows.total, columns: view.columns.length, page });
  if (place) {
    if (!event.shiftKey) model.selection.endRange();
    else if (place.row >= 0 && active.row >= 0 && place.row !== active.row) rowActions.extendTo(place.row);
    return;
  }
  // R applies the pending order, unless the letter is part of a name that the user types.
  const applies = view.rows.moves !== null && event.key.toLowerCase() === "r" && !typeAhead.isUnderWay();
  const isTyped = !applies && active.row >= 0 && typeAhead.take(event, active.row);
  if (isTyped || handleRowKey(event, targets)) event.preventDefault();
}

/** Handles a key press in a header. @returns whether the key had an effect there. */
function handleHeaderKey(event: KeyboardEvent, targets: KeyTargets): boolean {
  const { model, view, rowActions, columns, popup, follow } = targets;
  const { active } = view.focus;
  if (active.column === SELECTOR && (event.key === "Enter" || event.key === " ")) {
    rowActions.toggleAll();
    return true;
  }
  const column = model.grid.getVisibleLeafColumns()[active.column];
  if (!column) return false;
  const sideways = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (event.key === "Enter" || event.key === " ") toggleSorting(model.grid, column, event.shiftKey);
  else if (event.key === "ContextMenu" || (event.altKey && event.key === "ArrowDown"))
    popup.open("column", active);
  else if (event.altKey && event.shiftKey && sideways !== 0) {
    follow(column.id);
    columns.move(column.id, sideways);
  } else if (event.altKey && sideways !== 0) columns.widen(column, sideways * RESIZE_STEP);
  else return false;
  return true;
}

/** Handles the shortcuts of a row and of the whole grid. @returns whether the key was a shortcut. */
function handleRowKey(event: KeyboardEvent, targets: KeyTargets): boolean {
  const { model, view, rowActions, popup, onCopy, onClose } = targets;
  const { active } = view.focus;
  const { selection } = model;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && key === "a") selection.all();
  else if (ctrl && key === "c" && selection.count > 0 && (getSelection()?.isCollapsed ?? true))
    onCopy(event.shiftKey ? "tabsWithHeader" : "tabs");
  else if ((key === " " || key === "enter") && rowActions.toggleGroup(active.row)) return true;
  else if (key === " " && active.row >= 0) rowActions.toggle(active.row);
  else if ((key === "f2" || key === "contextmenu") && active.row >= 0) return popup.open("cell", active);
  else if (key === "enter" && active.row >= 0) rowActions.open(active.row, ctrl ? "full width" : "keyboard");
  else if (key === "escape" && selection.count > 0) selection.clear();
  else if (key === "escape") onClose();
  else return false;
  return true;
}

interface ClickTargets {
  readonly model: TableModel;
  readonly view: GridView;
  readonly rowActions: DisplayRowActions;
  readonly popup: GridPopupControl;
}

/**
 * Handles a click. On a header it sorts, on a row it selects or opens, and on a heading it opens or closes the group.
 */
export function handleGridClick(event: MouseEvent<HTMLElement>, targets: ClickTargets): void {
  const place = placeOf(event.target);
  if (!place) return;
  const { model, view, rowActions } = targets;
  view.focus.focusCell(place);
  const clicked = idOf(view.rowAt(place.row));
  if (clicked !== null) view.marking.seen(clicked);
  if (place.row < 0) return handleHeaderClick(event, place, targets);
  if (event.shiftKey) return rowActions.extendTo(place.row);
  if (rowActions.toggleGroup(place.row)) return;
  if (place.column === SELECTOR || event.ctrlKey || event.metaKey) return rowActions.toggle(place.row);
  model.selection.endRange();
  rowActions.open(place.row, "pointer");
}

function handleHeaderClick(
  event: MouseEvent<HTMLElement>,
  place: CellPlace,
  { model, rowActions, popup }: ClickTargets,
): void {
  const control = controlOf(event.target);
  if (control === "menu") popup.open("column", place);
  else if (control === "filter") popup.open("filter", place);
  else if (control !== undefined) return;
  else if (place.column === SELECTOR) rowActions.toggleAll();
  else {
    const column = model.grid.getVisibleLeafColumns()[place.column];
    if (column) toggleSorting(model.grid, column, event.shiftKey);
  }
}

/** Opens the menu of the cell or the header below the pointer. */
export function handleContextMenu(
  event: MouseEvent<HTMLElement>,
  { view, popup }: Pick<ClickTargets, "view" | "popup">,
): void {
  const place = placeOf(event.target);
  if (!place || !popup.open(place.row < 0 ? "column" : "cell", place)) return;
  event.preventDefault();
  view.focus.focusCell(place);
}
