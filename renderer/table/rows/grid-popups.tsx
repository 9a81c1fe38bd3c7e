import { ColumnFilter } from "../filters/column-filter.tsx";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isHeading, type DisplayRow } from "../query/result-queries.ts";
import type { RowRange } from "../query/row-chunks.ts";
import type { TableModel } from "./table-model.ts";
import type { ColumnActions } from "./column-actions.ts";
import { CellContextMenu } from "./cell-context-menu.tsx";
import { ColumnContextMenu } from "./column-context-menu.tsx";
import { GroupContextMenu } from "./group-context-menu.tsx";
import { PopupAnchor, type Anchor } from "../../grid/popup-menu.tsx";

/** The open popup: a header's menu, its filter, or the menu of a cell. The cell belongs to a row or to a group. */
export type GridPopup = {
  readonly column: string;
  readonly anchor: Anchor;
} & (
  | { readonly kind: "column" | "filter" }
  | { readonly kind: "cell"; readonly row: Row }
  | { readonly kind: "group"; readonly line: GroupLine; readonly inSight: RowRange }
);

/**
 * The popup at a cell or a header. A display row's menu is that of a row or of a group; null while the display row
 * is not loaded.
 */
export function popupOf(
  kind: "column" | "filter" | "cell",
  at: Pick<GridPopup, "column" | "anchor">,
  line: DisplayRow | undefined,
  inSight: RowRange,
): GridPopup | null {
  if (kind !== "cell") return { ...at, kind };
  if (!line) return null;
  return isHeading(line) ? { ...at, kind: "group", line, inSight } : { ...at, kind, row: line };
}

/** The menu or editor that is open over the grid, if any. */
export function GridPopups({
  popup,
  model: { resource, grid, view, update, result, groups, selection },
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
  /** Null closes it and returns the focus to the grid. */
  readonly onChange: (popup: GridPopup | null) => void;
}) {
  const column = popup ? grid.getColumn(popup.column) : undefined;
  const spec = column?.columnDef.meta;
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
