import { useMemo, useState } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { useToday } from "../../base/use-today.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import type { GridTable } from "../../grid/grid-table.ts";
import { useGroups, type TableGroups } from "../grouping/use-groups.ts";
import { RowsStore } from "../query/rows-store.ts";
import { usePrefetchingUpdate } from "../query/use-prefetching-update.ts";
import { useResult, type QueryResult } from "../query/use-result.ts";
import { useSelection, type RowSelection } from "../selection/use-selection.ts";
import { useView, type UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { useGridTable } from "./use-grid-table.ts";

export interface TableModel {
  readonly resource: Resource;
  readonly view: ViewState;
  /** Changes the view, and requests its first rows at once. */
  readonly update: UpdateView;
  /** The local day that relative filters count from, as an ISO 8601 date. */
  readonly day: string;
  readonly groups: TableGroups;
  readonly result: QueryResult;
  readonly shownRows: RowsStore;
  readonly grid: GridTable;
  readonly columns: readonly ColumnSpec[];
  readonly selection: RowSelection;
}

/** The model of a resource's table, as its remembered view has it. */
export function useTableModel(resource: Resource): TableModel {
  const [view] = useView(resource);
  const { search, chips, sort, grouping } = view;
  const day = useToday();
  const update = usePrefetchingUpdate(resource, day);
  const query = useMemo(
    () => compileQuery({ search, chips, sort, grouping }, day),
    [search, chips, sort, grouping, day],
  );
  const groups = useGroups(resource, query, view);
  const result = useResult(resource, groups.tableQuery);
  const [shownRows] = useState(() => new RowsStore(result.tableQuery, result));
  const grid = useGridTable(resource, view, update);
  const columns = grid.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta ?? []);
  const selection = useSelection(resource, result.tableQuery, result.total);
  return { resource, view, update, day, groups, result, shownRows, grid, columns, selection };
}
