import { notifications } from "@mantine/notifications";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { inUnits } from "../../inventory/units/in-units.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog.tsx";
import { NOTHING_TO_PRINT } from "../../inventory/paper/messages.ts";
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
 * The groups of printed rows. An order by sums is that of the shown rows: others may have several material types, whose
 * sums cannot be compared.
 */
export function printedGroups(
  { shown, groups }: { readonly shown: Query; readonly groups: Groups | null },
  query: Query,
): Groups | null {
  if (groups === null || query === shown || groups.order?.by !== "sum") return groups;
  const { order: _order, ...byName } = groups;
  return byName;
}

export const printRequests = new Emitter();

/** The preview of a printed table. */
export const printPreview = defineDialog(lazyPart(() => import("./print-preview.tsx"), "PrintPreview"));

/** Prints the table on screen, or reports that there is no table. */
export function requestPrint(): void {
  if (!printRequests.isHeard) notifications.show({ message: NOTHING_TO_PRINT });
  printRequests.emit();
}

/** Columns by the names that an export has for them. */
export function printedColumns(
  resource: Resource,
  names: readonly string[],
  units: Units,
): readonly ColumnSpec[] {
  const all = inUnits(columnsOf(resource), units);
  return names.flatMap((name) => all.find(({ id }) => exportColumn(resource, id) === name) ?? []);
}
