import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { columnsOf, resolveLayout, type ColumnLayout } from "./column-layout.ts";
import type { UpdateView } from "../views/use-views.ts";

/**
 * Changes a resource's columns by a function of their present arrangement. The arrangement has every column of the
 * resource.
 */
export type ArrangeColumns = (change: (layout: ColumnLayout) => ColumnLayout) => void;

/** The arrangement of a view's columns as something to be changed. */
export function arrangeColumns(resource: Resource, update: UpdateView): ArrangeColumns {
  return (change) =>
    update((now) => ({ ...now, columns: change(resolveLayout(columnsOf(resource), now.columns)) }));
}
