import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { exportedColumns } from "../../../shared/query/views/shown-columns.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { countFilters, type ViewState } from "../views/view-state.ts";
import { definitionOf } from "../views/apply-view.ts";
import { hasAnyName, useNames } from "../names/name-queries.ts";
import { useViews } from "../views/use-views.ts";
import type { TableSource } from "./export-requests.ts";

/** The rows of a table to export or print, as shown. */
export function useTableSource({
  resource,
  state,
  shown,
  selected,
  columns,
}: {
  readonly resource: Resource;
  readonly state: ViewState;
  readonly shown: Query;
  readonly selected: Query | null;
  readonly columns: readonly ColumnSpec[];
}): TableSource {
  const { current, modified } = useViews(resource, state);
  const hasNames = hasAnyName(useNames());
  return {
    of: "rows",
    resource,
    shown,
    selected,
    filtered: countFilters(state) > 0,
    columns: exportedColumns(
      resource,
      columns.map(({ id }) => id),
      hasNames,
    ),
    hasNames,
    modified,
    record: null,
    view: { id: current.id, name: current.name, definition: definitionOf(state, current.definition) },
  };
}

/** The source of one record's details: that record first, the table it is in as well. */
export function withRecord(source: TableSource, id: string, name: string): TableSource {
  return { ...source, record: { name, query: { version: 1, filter: { field: "id", op: "is", value: id } } } };
}
