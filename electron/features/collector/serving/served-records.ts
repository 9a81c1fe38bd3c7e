import { formatInstant, type Instant } from "../../../../shared/base/time/instant.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { fieldColumns } from "../../../store/database/columns.ts";
import { decode, type Cell } from "../../../store/database/decode.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";

/** A record as the service sent it, with its place in the copy. */
export interface ServedRecord {
  readonly rowid: number;
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** The time at which the service stopped returning the record, ISO 8601; null for a record that it returns. */
  readonly hiddenSince: string | null;
  /** The `updatedAt` of the record; null if it has none. */
  readonly updatedAt: Instant | null;
}

type Cells = [rowid: number, hidden: number | null, unmapped: string | null, ...fields: Cell[]];

/** Reads one record, hidden or not; null if the copy does not have it. */
export function recordById(database: Database, resource: Resource, id: string): ServedRecord | null {
  return readRows(database, resource, "WHERE id = ?", id)[0] ?? null;
}

/** Reads the next records in the order of their ids, including hidden records. */
export function recordsAfterId(
  database: Database,
  resource: Resource,
  id: string,
  limit: number,
): readonly ServedRecord[] {
  return readRows(database, resource, "WHERE id > ? ORDER BY id LIMIT ?", id, limit);
}

/** Reads the next records in the order of the copy's rows, including hidden records. */
export function recordsAfterRow(
  database: Database,
  resource: Resource,
  rowid: number,
  limit: number,
): readonly ServedRecord[] {
  return readRows(database, resource, "WHERE rowid > ? ORDER BY rowid LIMIT ?", rowid, limit);
}

/** Reads records by their places in the copy, including hidden records. */
export function recordsOfRows(
  database: Database,
  resource: Resource,
  rowids: readonly number[],
): readonly ServedRecord[] {
  const which = "WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid";
  return readRows(database, resource, which, JSON.stringify(rowids));
}

/** Reads the next items in the order of `updatedAt` and id, including hidden items. */
export function itemsAfterUpdate(
  database: Database,
  at: Instant,
  id: string,
  limit: number,
): readonly ServedRecord[] {
  const order = "WHERE (updatedAt, id) > (?, ?) ORDER BY updatedAt, id LIMIT ?";
  return readRows(database, "items", order, at, id, limit);
}

function readRows(
  database: Database,
  resource: Resource,
  rest: string,
  ...values: readonly Cell[]
): readonly ServedRecord[] {
  const columns = fieldColumns(resource);
  const statement = prepared(
    database,
    `SELECT rowid, noLongerReturnedSince, unmapped, ${columns.join(", ")} FROM ${resource} ${rest}`,
  );
  statement.setReturnArrays(true);
  const update = columns.indexOf("updatedAt");
  return (statement.all(...values) as unknown as Cells[]).map(([rowid, hidden, unmapped, ...cells]) => ({
    rowid,
    id: String(cells[0]),
    record: decode(resource, cells, unmapped),
    hiddenSince: hidden === null ? null : formatInstant(hidden),
    updatedAt: (cells[update] ?? null) as Instant | null,
  }));
}
