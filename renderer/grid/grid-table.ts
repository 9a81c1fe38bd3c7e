import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  type ReactTable,
} from "@tanstack/react-table";
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from "./sizes.ts";
import type { ColumnSpec, GridRow } from "./grid-column.ts";

/** The features of TanStack Table that the grid uses. The grid manages only columns with it, never rows. */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
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
        // If the column of bare ids could sort, it would sort like the column of names, and both headers would show an
        // arrow.
        enableSorting: !column.bareId,
        enableHiding: column.id !== "name",
      }),
    ),
  );

export type GridTable = ReactTable<typeof gridFeatures, GridRow>;

export interface GridHandle {
  /**
   * Returns the focus to the cell that had it, else to `row`. If `row` is null, the focus returns to the last focused
   * row, which may be the header.
   */
  readonly focus: (row: number | null) => void;
  /** Scrolls a row into view. The focus will return to this row. */
  readonly show: (row: number) => void;
  readonly applyPendingOrder: () => void;
}

/**
 * The way in which a record was opened. If it was opened by keyboard, the focus moves into the details; at full width,
 * the details replace the table.
 */
export type OpenedBy = "pointer" | "keyboard" | "full width";
