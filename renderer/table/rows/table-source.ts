import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Query } from "../../../shared/query/query.ts";
import { exportedColumns } from "../../../shared/query/views/shown-columns.ts";
import { usePastDay } from "../../host/past-day.ts";
import type { TableSource } from "../../inventory/exports/export-requests.ts";
import { hasAnyName, useNames } from "../../inventory/names/name-queries.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { definitionOf } from "../views/apply-view.ts";
import { useViews } from "../views/use-views.ts";
import { countFilters, type ViewState } from "../views/view-state.ts";

/** The rows of a table to export or print, as the table shows them. */
export function useTableSource({
  resource,
  state,
  tableQuery: { query: shown, groups },
  selected,
  columns,
}: {
  readonly resource: Resource;
  readonly state: ViewState;
  readonly tableQuery: TableQuery;
  readonly selected: Query | null;
  readonly columns: readonly ColumnSpec[];
}): TableSource {
  const { current, modified } = useViews(resource, state);
  // Dialogs and prints are outside the screen, so their queries must name the past day of the screen.
  const past = usePastDay();
  const ofDay = (query: Query): Query => (past ? { ...query, asOf: past.asOf } : query);
  const hasNames = hasAnyName(useNames());
  return {
    of: "rows",
    resource,
    shown: ofDay(shown),
    groups,
    selected: selected && ofDay(selected),
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
