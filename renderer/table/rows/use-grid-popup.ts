import { useLayoutEffect, useRef, useState } from "react";
import type { CellPlace } from "../../grid/grid-keys.ts";
import { anchorOf } from "../../grid/popup-menu.tsx";
import { popupOf, type GridPopup } from "./grid-popups.tsx";
import type { GridView } from "./use-grid-view.ts";

/** The menu or editor over the grid, and the focus after it closes. */
export interface GridPopupControl {
  /** Opens one at a cell or a header. @returns false if there is nothing to open. */
  readonly open: (kind: "column" | "filter" | "cell", place: CellPlace) => boolean;
  /** Shows another one; null closes it and returns the focus to the grid. */
  readonly change: (popup: GridPopup | null) => void;
}

/** The state of the popup; separate, because the rows depend on it and the control on the rows. */
export function useGridPopupState() {
  return useState<GridPopup | null>(null);
}

/** Opens and closes the popup. @param follow moves the focus along with a column's header. */
export function gridPopupControl(
  { scroller, columns, displayRowAt, inSight, focus }: GridView,
  [popup, setPopup]: ReturnType<typeof useGridPopupState>,
  follow: (column: string) => void,
): GridPopupControl {
  return {
    open: (kind, place) => {
      const column = columns[place.column]?.spec.id;
      const cell = scroller.current?.querySelector(`[data-cell="${place.row}:${place.column}"]`);
      // Popups are placed within the grid's frame, which is the scroller's parent.
      const frame = scroller.current?.parentElement;
      if (column === undefined || !cell || !frame) return false;
      const at = { column, anchor: anchorOf(cell, frame) };
      const next = popupOf(kind, at, displayRowAt(place.row), inSight);
      if (next) setPopup(next);
      return next !== null;
    },
    change: (next) => {
      if (next === null && popup) {
        if (popup.kind === "column" || popup.kind === "filter") follow(popup.column);
        focus.focusCell({ ...focus.active, column: Math.min(focus.active.column, columns.length - 1) });
      }
      setPopup(next);
    },
  };
}

/** Keeps the focus on a column's header, wherever the column is moved. @returns which column to follow from now on. */
export function useFollowedHeader({ columns, focus }: GridView): (column: string) => void {
  const followed = useRef<string | null>(null);
  useLayoutEffect(() => {
    const at = columns.findIndex(({ spec }) => spec.id === followed.current);
    followed.current = null;
    if (at >= 0) focus.focusCell({ row: -1, column: at });
  });
  return (column) => {
    followed.current = column;
  };
}
