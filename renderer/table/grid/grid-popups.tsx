import { ColumnFilter } from "../filters/column-filter.tsx";
import type { Resource } from "../../../shared/resource-names.ts";
import type { UpdateView } from "../use-view.ts";
import type { ViewState } from "../view-state.ts";
import type { ColumnActions } from "./column-actions.ts";
import { ColumnContextMenu } from "./column-context-menu.tsx";
import { PopupAnchor, type Anchor } from "./popup-anchor.tsx";
import type { GridTable } from "./use-grid-table.ts";

/** What is open over the grid. */
export interface GridPopup {
  readonly kind: "column" | "filter";
  /** The column's id. */
  readonly column: string;
  readonly anchor: Anchor;
}

/** The menu or editor that is open over the grid, if any. */
export function GridPopups({
  popup,
  resource,
  table,
  view,
  update,
  actions,
  onFit,
  onChange,
}: {
  readonly popup: GridPopup | null;
  readonly resource: Resource;
  readonly table: GridTable;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly actions: ColumnActions;
  readonly onFit: (id: string) => void;
  /** Null closes, and the focus goes back to the grid. */
  readonly onChange: (popup: GridPopup | null) => void;
}) {
  const column = popup ? table.getColumn(popup.column) : undefined;
  const spec = column?.columnDef.meta;
  if (!popup || !column || !spec) return null;
  const close = (): void => onChange(null);
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
        <PopupAnchor anchor={popup.anchor} />
      </ColumnFilter>
    );
  }
  return (
    <ColumnContextMenu
      key={spec.id}
      anchor={popup.anchor}
      column={column}
      label={spec.label}
      sortedBy={view.sort.length}
      actions={actions}
      onFit={() => onFit(spec.id)}
      onFilter={() => onChange({ ...popup, kind: "filter" })}
      onClose={close}
    />
  );
}
