import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { exportColumn } from "../../../shared/shown-columns.ts";
import type { ColumnSpec } from "../../table/column-layout.ts";
import { countFilters, type ViewState } from "../../table/view-state.ts";
import { definitionOf } from "../../table/views/apply-view.ts";
import { useViews } from "../../table/views/use-views.ts";
import { ExportAction } from "./export-action.tsx";
import { openExportDialog } from "./export-asked.ts";

/** The button of a table's toolbar that exports it. */
export function ExportButton({
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
}) {
  const { current } = useViews(resource, state);
  const open = (): void =>
    openExportDialog({
      of: "rows",
      resource,
      shown,
      selected,
      filtered: countFilters(state) > 0,
      columns: [...new Set(columns.map(({ id }) => exportColumn(resource, id)))],
      view: { id: current.id, name: current.name, definition: definitionOf(state, current.definition) },
    });
  return <ExportAction onOpen={open} />;
}
