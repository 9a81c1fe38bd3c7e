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
  useTable,
  type SortingState,
  type Updater,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Row } from "../../../shared/contract/query-calls.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import {
  clampWidth,
  columnsOf,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  resolveLayout,
  type ColumnSpec,
} from "../columns/column-layout.ts";
import type { UpdateView } from "../views/use-view.ts";
import type { ViewState } from "../views/view-state.ts";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnSpec>(),
});
const helper = createColumnHelper<typeof features, Row>();

/** The rows never pass through the table: it describes the columns, the store filters and sorts. */
const NO_ROWS: Row[] = [];

const columnDefs = (columns: readonly ColumnSpec[]) =>
  helper.columns(
    columns.map((column) =>
      helper.accessor((row) => row[column.field.name], {
        id: column.id,
        header: column.label,
        size: column.width,
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
        meta: column,
        // The bare id would sort as its reference does; one arrow for one order.
        enableSorting: !column.bareId,
        enableHiding: column.id !== "name",
      }),
    ),
  );

/** The column model of a resource's grid, its state being the remembered view. */
export function useGridTable(resource: Resource, view: ViewState, update: UpdateView) {
  const columns = useMemo(() => columnsOf(resource), [resource]);
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const layout = useMemo(() => resolveLayout(columns, view.columns), [columns, view.columns]);
  const pinning = {
    start: layout.order.filter((id) => layout.pins[id] === "left"),
    end: layout.order.filter((id) => layout.pins[id] === "right"),
  };
  const sorting = useMemo(
    () => view.sort.map(({ field, direction }) => ({ id: field, desc: direction === "desc" })),
    [view.sort],
  );

  return useTable({
    features,
    columns: defs,
    data: NO_ROWS,
    state: {
      sorting,
      columnOrder: [...pinning.start, ...layout.order.filter((id) => !layout.pins[id]), ...pinning.end],
      columnPinning: pinning,
      columnVisibility: layout.visibility,
      columnSizing: layout.widths,
    },
    manualSorting: true,
    sortDescFirst: false,
    maxMultiSortColCount: 8,
    columnResizeMode: "onChange",
    onSortingChange: (change) => update((now) => ({ ...now, sort: sortOf(apply(change, sortingOf(now))) })),
    onColumnSizingChange: (change) =>
      update((now) => {
        const widths = apply(change, { ...resolveLayout(columns, now.columns).widths });
        const clamped = Object.entries(widths).map(([id, width]) => [id, clampWidth(width)]);
        return { ...now, columns: { ...now.columns, widths: Object.fromEntries(clamped) } };
      }),
  });
}
export type GridTable = ReturnType<typeof useGridTable>;

function apply<T>(change: Updater<T>, present: T): T {
  return typeof change === "function" ? (change as (present: T) => T)(present) : change;
}

const sortingOf = (view: ViewState): SortingState =>
  view.sort.map(({ field, direction }) => ({ id: field, desc: direction === "desc" }));

const sortOf = (sorting: SortingState): ViewState["sort"] =>
  sorting.map(({ id, desc }) => ({ field: id, direction: desc ? "desc" : "asc" }));
