import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { inUnits } from "../columns/columns-in-units.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { exportColumn } from "../../../shared/query/views/shown-columns.ts";
import { columnsOf, type ColumnSpec } from "../columns/column-layout.ts";

export interface PrintRequest {
  readonly resource: Resource;
  readonly query: Query;
  /** The groups of the rows; absent or null if the table is not grouped. */
  readonly groups?: Groups | null;
  readonly columns: readonly ColumnSpec[];
  readonly title: string;
}

/**
 * The groups of printed rows. Only the shown rows keep an order of groups by sums: other rows may have several material
 * types, and then sums cannot be compared.
 */
export function printedGroups(
  { shown, groups }: { readonly shown: Query; readonly groups: Groups | null },
  query: Query,
): Groups | null {
  if (groups === null || query === shown || groups.order?.by !== "sum") return groups;
  const { order: _order, ...byName } = groups;
  return byName;
}

/** Finds columns by the names that they have in an export. */
export function printedColumns(
  resource: Resource,
  names: readonly string[],
  units: Units,
): readonly ColumnSpec[] {
  const all = inUnits(columnsOf(resource), units);
  return names.flatMap((name) => all.find(({ id }) => exportColumn(resource, id) === name) ?? []);
}
