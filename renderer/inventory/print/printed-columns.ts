import type { Resource } from "../../../shared/domain/resource-names.ts";
import { exportColumn } from "../../../shared/views/shown-columns.ts";
import { columnsOf } from "../columns/column-layout.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";

/** Columns by the names that an export has for them. */
export function printedColumns(resource: Resource, names: readonly string[]): readonly ColumnSpec[] {
  const all = columnsOf(resource);
  return names.flatMap((name) => all.find(({ id }) => exportColumn(resource, id) === name) ?? []);
}
