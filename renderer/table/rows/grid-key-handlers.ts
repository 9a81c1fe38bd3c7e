import type { KeyboardEvent } from "react";
import { SELECTOR } from "../../grid/grid-keys.ts";
import type { CopyFormatName } from "../selection/copy-formats.ts";
import { toggleSorting, type ColumnActions } from "./column-actions.ts";
import { isGroupKey } from "./display-rows.ts";
import type { DisplayRowActions } from "./display-row-actions.ts";
import type { TableModel } from "./table-model.ts";
import type { GridView } from "./use-grid-view.ts";
import type { GridPopupControl } from "./use-grid-popup.ts";
import type { TypeAhead } from "./use-type-ahead.ts";

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

/** How far Alt and an arrow move a column's edge, in CSS pixels. */
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
  // R applies the pending order, unless it is a letter of a name that is being typed.
  const applies = view.rows.moves !== null && event.key.toLowerCase() === "r" && !typeAhead.isUnderWay();
  const isTyped = !applies && active.row >= 0 && typeAhead.take(event, active.row);
  if (isTyped || handleRowKey(event, targets)) event.preventDefault();
}

/** The keys of a header. @returns whether the key was one. */
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

/** The keys of a row, or of the grid wherever the focus is in it. @returns whether the key was one. */
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
