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
  /** When the service stopped returning the record, ISO 8601; null for a record that it returns. */
  readonly hiddenSince: string | null;
  /** The record's `updatedAt`; null if it has none. */
  readonly updatedAt: Instant | null;
}

type Cells = [rowid: number, hidden: number | null, unmapped: string | null, ...fields: Cell[]];

/** Reads one record, hidden or not; null if the copy does not have it. */
export function recordById(database: Database, resource: Resource, id: string): ServedRecord | null {
  return readRows(database, resource, "WHERE id = ?", id)[0] ?? null;
}

/** The next records by id, hidden ones included. */
export function recordsAfterId(
  database: Database,
  resource: Resource,
  id: string,
  limit: number,
): readonly ServedRecord[] {
  return readRows(database, resource, "WHERE id > ? ORDER BY id LIMIT ?", id, limit);
}

/** The next records by their place in the copy, hidden ones included. */
export function recordsAfterRow(
  database: Database,
  resource: Resource,
  rowid: number,
  limit: number,
): readonly ServedRecord[] {
  return readRows(database, resource, "WHERE rowid > ? ORDER BY rowid LIMIT ?", rowid, limit);
}

/** Records by their places in the copy, hidden ones included. */
export function recordsOfRows(
  database: Database,
  resource: Resource,
  rowids: readonly number[],
): readonly ServedRecord[] {
  const which = "WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid";
  return readRows(database, resource, which, JSON.stringify(rowids));
}

/** The next items by (`updatedAt`, id), hidden ones included. */
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
