import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState, useCallback } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { compileQuery, compileView } from "../../../shared/query/views/compile-view.ts";
import type { GridRow } from "../../grid/grid-column.ts";
import { columnDefs, gridFeatures, type GridTable } from "../../grid/grid-table.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useShownDay } from "../../host/past-day.ts";
import { useGroups, type TableGroups } from "../grouping/use-groups.ts";
import { useInventory } from "../inventory-context.ts";
import { chunkQuery } from "../query/result-queries.ts";
import { RowsStore } from "../query/rows-state.ts";
import { useResult, type QueryResult } from "../query/use-result.ts";
import { useSelection, type RowSelection } from "../selection/use-selection.ts";
import { useView, type UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { useTable, type SortingState, type Updater } from "@tanstack/react-table";
import { columnsOf, resolveLayout, type ColumnSpec } from "../columns/column-layout.ts";
import { clampWidth } from "../../grid/sizes.ts";
import { inUnits } from "../columns/columns-in-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";

export interface TableModel {
  readonly resource: Resource;
  readonly view: ViewState;
  /** Changes the view, and requests the first rows of the changed view. */
  readonly update: UpdateView;
  /** The local day that relative filters mean by "today", as an ISO 8601 date. */
  readonly day: string;
  readonly groups: TableGroups;
  readonly result: QueryResult;
  readonly shownRows: RowsStore;
  readonly grid: GridTable;
  /** All columns of the resource. The array stays the same object until the units change. */
  readonly allColumns: readonly ColumnSpec[];
  /** The shown columns in their order. */
  readonly columns: readonly ColumnSpec[];
  readonly selection: RowSelection;
}

/** The model of a resource's table, from its remembered view. */
export function useTableModel(resource: Resource): TableModel {
  const [view] = useView(resource);
  const { search, chips, sort, grouping } = view;
  const day = useShownDay();
  const update = usePrefetchingUpdate(resource, day);
  const query = useMemo(
    () => compileView(resource, { search, chips, sort, grouping }, day),
    [resource, search, chips, sort, grouping, day],
  );
  const groups = useGroups(resource, query, view);
  const result = useResult(resource, groups.tableQuery);
  const [shownRows] = useState(() => new RowsStore(result.tableQuery, result));
  const units = useUnits();
  const allColumns = useMemo(() => inUnits(columnsOf(resource), units), [resource, units]);
  const grid = useGridTable(allColumns, view, update);
  const columns = grid
    .getVisibleLeafColumns()
    .flatMap(({ id: shown }) => allColumns.find(({ id }) => id === shown) ?? []);
  const selection = useSelection(resource, result.tableQuery, result.total);
  return { resource, view, update, day, groups, result, shownRows, grid, allColumns, columns, selection };
}

/** TanStack Table gets no rows, because the store filters and sorts them. */
const NO_ROWS: GridRow[] = [];

/** The column model of the grid. Its state is the remembered view. */
function useGridTable(columns: readonly ColumnSpec[], view: ViewState, update: UpdateView): GridTable {
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const layout = useMemo(() => resolveLayout(columns, view.columns), [columns, view.columns]);
  const pinning = {
    start: layout.order.filter((id) => layout.pins[id] === "left"),
    end: layout.order.filter((id) => layout.pins[id] === "right"),
  };
  const sorting = useMemo(() => sortingOf(view.sort), [view.sort]);

  return useTable({
    features: gridFeatures,
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
    onSortingChange: (change) =>
      update((now) => ({ ...now, sort: sortOf(apply(change, sortingOf(now.sort))) })),
    onColumnSizingChange: (change) =>
      update((now) => {
        const widths = apply(change, { ...resolveLayout(columns, now.columns).widths });
        const clamped = Object.entries(widths).map(([id, width]) => [id, clampWidth(width)]);
        return { ...now, columns: { ...now.columns, widths: Object.fromEntries(clamped) } };
      }),
  });
}

function apply<T>(change: Updater<T>, present: T): T {
  return typeof change === "function" ? (change as (present: T) => T)(present) : change;
}

const sortingOf = (sort: ViewState["sort"]): SortingState =>
  sort.map(({ field, direction }) => ({ id: field, desc: direction === "desc" }));

const sortOf = (sorting: SortingState): ViewState["sort"] =>
  sorting.map(({ id, desc }) => ({ field: id, direction: desc ? "desc" : "asc" }));

/**
 * Returns a function that changes a table's view. It requests the first rows before the page renders. @param day the
 * day that relative filters mean by "today".
 */
function usePrefetchingUpdate(resource: Resource, day: string): UpdateView {
  const { views } = useInventory();
  const api = useConnectionApi();
  const client = useQueryClient();
  return useCallback(
    (change) =>
      views.update(api.connectionId, resource, change, (before, after) => {
        const { search, chips, sort, grouping } = after;
        // Only the table itself knows which groups are open, so nothing is requested here.
        if (grouping) return null;
        const isOther = search !== before.search || sort !== before.sort;
        if (!isOther && chips === before.chips) return null;
        const query = compileQuery({ search, chips, sort }, day);
        const rows = client.prefetchQuery(chunkQuery(api, resource, { query, groups: null }, 0));
        // The editor of a filter shows its input from the view, so the view must update at once.
        return isOther && chips === before.chips ? rows : null;
      }),
    [resource, views, day, api, client],
  );
}
