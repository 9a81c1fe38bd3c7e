import { notifications } from "@mantine/notifications";
import type { ExportedChanges } from "../../../shared/delivery/exports.ts";
import { WITH_MISSING_ROWS } from "../../../shared/query/filter-names.ts";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { Emitter } from "../../base/emitter.ts";
import { EXPORT } from "./messages.ts";

/** The rows of a table that can be exported, as the table shows them. */
export interface TableSource {
  readonly of: "rows";
  readonly resource: Resource;
  readonly shown: Query;
  /** The groups of the shown rows; null if the table is not grouped. */
  readonly groups: Groups | null;
  readonly selected: Query | null;
  readonly filtered: boolean;
  /** The shown columns from left to right, by their names in exports. */
  readonly columns: readonly string[];
  /** Whether the user gave a name to any id. */
  readonly hasNames: boolean;
  /** The record whose details are open, if the user exports from the details. */
  readonly record: { readonly name: string; readonly query: Query } | null;
  readonly modified: boolean;
  readonly view: { readonly id: string; readonly name: string; readonly definition: ViewDefinition };
}

/** The changes of a list that can be exported. */
export interface ChangesSource {
  readonly of: "changes";
  readonly shown: ExportedChanges;
  readonly everything: ExportedChanges;
  readonly filtered: boolean;
}

export type ExportSource = TableSource | ChangesSource;

/** Emits requests to export the screen's content. */
export const exportRequests = new Emitter();

/** Exports the screen's content. If the screen has nothing to export, a notice says so. */
export function requestExport(): void {
  if (!exportRequests.isHeard) notifications.show({ message: EXPORT.nothing });
  exportRequests.emit();
}

/**
 * The source of an export from a record's details, with the record and its table. The query also finds a record that
 * the service no longer returns, because details show such records.
 */
export function withRecord(source: TableSource, id: string, name: string): TableSource {
  const { asOf } = source.shown;
  const filter: Filter = { all: [{ field: "id", op: "is", value: id }, WITH_MISSING_ROWS] };
  const query: Query = { version: 1, filter, ...(asOf && { asOf }) };
  return { ...source, record: { name, query } };
}
