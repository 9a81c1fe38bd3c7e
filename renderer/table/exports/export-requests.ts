import { notifications } from "@mantine/notifications";
import type { ExportedChanges } from "../../../shared/features/exports/exports.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { Emitter } from "../../base/emitter.ts";
import { NOTHING_TO_EXPORT } from "./messages.ts";
import { exportedColumns } from "../../../shared/query/views/shown-columns.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { countFilters, type ViewState } from "../views/view-state.ts";
import { definitionOf } from "../views/apply-view.ts";
import { hasAnyName, useNames } from "../names/name-queries.ts";
import { useViews } from "../views/use-views.ts";

/** The exportable rows of a table, as shown. */
export interface TableSource {
  readonly of: "rows";
  readonly resource: Resource;
  readonly shown: Query;
  readonly selected: Query | null;
  readonly filtered: boolean;
  /** The shown columns from left to right, by the names that an export gives them. */
  readonly columns: readonly string[];
  /** Whether the user gave any id a name. */
  readonly hasNames: boolean;
  /** The record whose details are open, if the request comes from them. */
  readonly record: { readonly name: string; readonly query: Query } | null;
  readonly modified: boolean;
  readonly view: { readonly id: string; readonly name: string; readonly definition: ViewDefinition };
}

/** The exportable changes of a list. */
export interface ChangesSource {
  readonly of: "changes";
  readonly shown: ExportedChanges;
  readonly everything: ExportedChanges;
  readonly filtered: boolean;
}

export type ExportSource = TableSource | ChangesSource;

/** Requests to export what the screen shows. */
export const exportRequests = new Emitter();

/** Exports what the screen shows, or says that it shows nothing to export. */
export function requestExport(): void {
  if (!exportRequests.isHeard) notifications.show({ message: NOTHING_TO_EXPORT });
  exportRequests.emit();
}

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
