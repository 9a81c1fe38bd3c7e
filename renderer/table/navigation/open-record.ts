import { z } from "zod";
import { chipFilterSchema, type ChipFilter } from "../../../shared/query/field-filter.ts";
import { unsafePart } from "../../../shared/base/text/json.ts";
import { useConnectionId } from "../../host/host-context.ts";

/**
 * The state in the address of a table: the open record with its connection, change and width, or filters that replace
 * all other filters.
 */
export interface TableSearch {
  readonly record?: string;
  readonly connection?: string;
  readonly change?: number;
  readonly full?: true;
  readonly only?: readonly ChipFilter[];
}

const onlySchema = z.array(chipFilterSchema).min(1).max(10);

export interface OpenRecord {
  readonly id: string;
  /** The number of the change to show in the record's history; null if the record was not opened for a change. */
  readonly change: number | null;
  /** Whether the details of the record cover the table. */
  readonly isFullWidth: boolean;
}

/** Reads the open record from an address. If a part is invalid, no record opens. */
export function readTableSearch({
  record,
  connection,
  change,
  full,
  only,
}: Record<string, unknown>): TableSearch {
  const wanted = unsafePart(only) === null ? onlySchema.safeParse(only) : null;
  if (wanted?.success) return { only: wanted.data };
  if (typeof record !== "string" || record === "" || typeof connection !== "string") return {};
  return {
    record,
    connection,
    ...(typeof change === "number" && { change }),
    ...(full === true && { full }),
  };
}

/** The search parameters of the address while a record of a connection is open. */
export function searchOf({ id, change, isFullWidth }: OpenRecord, connection: string): TableSearch {
  return {
    record: id,
    connection,
    ...(change !== null && { change }),
    ...(isFullWidth && { full: true }),
  };
}

/** Reads the connection in the address of a page about a record. */
export function readPageSearch({ connection }: Record<string, unknown>): { readonly connection?: string } {
  return typeof connection === "string" ? { connection } : {};
}

/** The record whose details are open; null if none are open, or the address names another connection. */
export function useOpenRecord({ record, connection, change, full }: TableSearch): OpenRecord | null {
  const current = useConnectionId();
  if (connection !== current || record === undefined) return null;
  return { id: record, change: change ?? null, isFullWidth: full === true };
}
