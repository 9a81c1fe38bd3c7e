import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { columnsOf, resolveLayout, type ColumnLayout } from "./column-layout.ts";
import type { UpdateView } from "../views/use-views.ts";

/** Changes how a resource's columns are arranged, by a function of the present arrangement, every column known to it. */
export type ArrangeColumns = (change: (layout: ColumnLayout) => ColumnLayout) => void;

/** The arrangement of a view's columns as something to be changed. */
export function arrangeColumns(resource: Resource, update: UpdateView): ArrangeColumns {
  return (change) =>
    update((now) => ({ ...now, columns: change(resolveLayout(columnsOf(resource), now.columns)) }));
}
