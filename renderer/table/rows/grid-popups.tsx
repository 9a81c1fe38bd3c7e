import { ColumnFilter } from "../filters/column-filter.tsx";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isHeading, type DisplayRow } from "../../inventory/records/read-rows.ts";
import type { RowRange } from "../query/rows-state.ts";
import type { TableModel } from "./table-model.ts";
import type { ColumnActions } from "./column-actions.ts";
import { CellContextMenu, GroupContextMenu } from "./cell-context-menu.tsx";
import { ColumnContextMenu } from "./column-context-menu.tsx";
import { PopupAnchor, anchorOf, type Anchor } from "../../grid/popup-menu.tsx";
import { useLayoutEffect, useRef, useState } from "react";
import type { CellPlace } from "../../grid/grid-keys.ts";
import type { GridView } from "./use-grid-view.ts";

/** The open popup: the menu or the filter of a header, or the menu of a cell. */
type GridPopup = {
  readonly column: string;
  readonly anchor: Anchor;
} & (
  | { readonly kind: "column" | "filter" }
  | { readonly kind: "cell"; readonly row: Row }
  | { readonly kind: "group"; readonly line: GroupLine; readonly inSight: RowRange }
);

/** Makes the popup at a cell or a header; null while the display row is not loaded. */
function popupOf(
  kind: "column" | "filter" | "cell",
  at: Pick<GridPopup, "column" | "anchor">,
  line: DisplayRow | undefined,
  inSight: RowRange,
): GridPopup | null {
  if (kind !== "cell") return { ...at, kind };
  if (!line) return null;
  return isHeading(line) ? { ...at, kind: "group", line, inSight } : { ...at, kind, row: line };
}

/** The menu or editor that is open over the grid; empty if none is open. */
export function GridPopups({
  popup,
  model: { resource, grid, allColumns, view, update, result, groups, selection },
  actions,
  onFit,
  onTotals,
  onOpenFullWidth,
  onOpenReference,
  onChange,
}: {
  readonly popup: GridPopup | null;
  readonly model: TableModel;
  readonly actions: ColumnActions;
  readonly onFit: (id: string) => void;
  readonly onTotals: () => void;
  readonly onOpenFullWidth: (id: string) => void;
  readonly onOpenReference: (resource: Resource, id: string) => void;
  /** Called with another popup. Null closes the popup and returns the focus to the grid. */
  readonly onChange: (popup: GridPopup | null) => void;
}) {
  const column = popup ? grid.getColumn(popup.column) : undefined;
  const spec = allColumns.find(({ id }) => id === popup?.column);
  if (!popup || !column || !spec) return null;
  const close = (): void => onChange(null);
  const { anchor } = popup;
  const common = { anchor, resource, update, onClose: close };
  if (popup.kind === "filter") {
    return (
      <ColumnFilter
        key={spec.id}
        resource={resource}
        field={spec.field}
        view={view}
        update={update}
        onClose={close}
      >
        <PopupAnchor anchor={anchor} />
      </ColumnFilter>
    );
  }
  if (popup.kind === "group") {
    return (
      <GroupContextMenu
        {...common}
        line={popup.line}
        tableQuery={result.tableQuery}
        groups={groups}
        rows={selection}
        inSight={popup.inSight}
      />
    );
  }
  if (popup.kind === "cell") {
    return (
      <CellContextMenu
        {...common}
        key={spec.id}
        column={spec}
        row={popup.row}
        onOpenFullWidth={onOpenFullWidth}
        onOpenReference={onOpenReference}
      />
    );
  }
  return (
    <ColumnContextMenu
      {...common}
      key={spec.id}
      column={column}
      spec={spec}
      view={view}
      actions={actions}
      onFit={() => onFit(spec.id)}
      onTotals={spec.field.kind === "number" ? onTotals : null}
      onFilter={() => onChange({ column: popup.column, anchor, kind: "filter" })}
    />
  );
}

/** Controls the menu or editor over the grid, and the focus after it closes. */
export interface GridPopupControl {
  /** Opens a popup at a cell or a header. @returns false if no popup exists for this place. */
  readonly open: (kind: "column" | "filter" | "cell", place: CellPlace) => boolean;
  /** Shows another popup; null closes it and returns the focus to the grid. */
  readonly change: (popup: GridPopup | null) => void;
}

/**
 * The state of the popup. It is separate from the control: the rows depend on the state, and the control depends on the
 * rows.
 */
export function useGridPopupState() {
  return useState<GridPopup | null>(null);
}

/** Makes the control that opens and closes the popup. @param follow keeps the focus on a column's header. */
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

/** Keeps the focus on the header of a column while the column moves. @returns a function that chooses the column. */
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
