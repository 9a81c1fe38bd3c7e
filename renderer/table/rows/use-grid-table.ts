import { useTable, type SortingState, type Updater } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { columnsOf, resolveLayout } from "../columns/column-layout.ts";
import { clampWidth } from "../../grid/sizes.ts";
import { columnDefs, gridFeatures, type GridTable } from "../../grid/grid-table.ts";
import type { GridRow } from "../../grid/grid-column.ts";
import { inUnits } from "../units/in-units.ts";
import { useUnits } from "../units/unit-queries.ts";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";

/** No row passes through the table: the store filters and sorts. */
const NO_ROWS: GridRow[] = [];

/** The column model of a resource's grid, its state being the remembered view. */
export function useGridTable(resource: Resource, view: ViewState, update: UpdateView): GridTable {
  const units = useUnits();
  const columns = useMemo(() => inUnits(columnsOf(resource), units), [resource, units]);
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
