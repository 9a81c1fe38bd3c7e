import { toggleSorting } from "./column-actions.ts";
import type { MouseEvent } from "react";
import { idOf } from "../../grid/focus-state.ts";
import { placeOf, SELECTOR, type CellPlace } from "../../grid/grid-keys.ts";
import { controlOf } from "./display-rows.ts";
import type { DisplayRowActions } from "./display-row-actions.ts";
import type { TableModel } from "./table-model.ts";
import type { GridView } from "./use-grid-view.ts";
import type { GridPopupControl } from "./use-grid-popup.ts";

interface ClickTargets {
  readonly model: TableModel;
  readonly view: GridView;
  readonly rowActions: DisplayRowActions;
  readonly popup: GridPopupControl;
}

/** Handles a click: on a header it sorts, on a row it selects or opens, on a heading it opens or closes the group. */
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
