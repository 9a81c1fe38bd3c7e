import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  type ReactTable,
} from "@tanstack/react-table";
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from "./sizes.ts";
import type { ColumnSpec, GridRow } from "./grid-column.ts";

/** The parts of TanStack Table in use. It describes columns only; rows never pass through it. */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnSpec>(),
});
const helper = createColumnHelper<typeof gridFeatures, GridRow>();

export const columnDefs = (columns: readonly ColumnSpec[]) =>
  helper.columns(
    columns.map((column) =>
      helper.accessor((row) => row[column.field.name], {
        id: column.id,
        header: column.label,
        size: column.width,
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
        meta: column,
        // It would sort as its reference does, and two columns would show one order.
        enableSorting: !column.bareId,
        enableHiding: column.id !== "name",
      }),
    ),
  );

export type GridTable = ReactTable<typeof gridFeatures, GridRow>;

export interface GridHandle {
  /**
   * Returns the focus to the cell that had it, else to `row`. Null stands for the last focused row, header included.
   */
  readonly focus: (row: number | null) => void;
  /** Scrolls a row into view and makes it the one that the focus returns to. */
  readonly show: (row: number) => void;
  readonly applyPendingOrder: () => void;
}

/**
 * The way in which a record is opened: by pointer, by keyboard, or at full width. The keyboard moves the focus into
 * the details; full width shows them in place of the table.
 */
export type OpenedBy = "pointer" | "keyboard" | "full width";
