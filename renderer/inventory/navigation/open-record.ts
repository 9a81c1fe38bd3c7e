import { z } from "zod";
import { chipFilterSchema, type ChipFilter } from "../../../shared/query/field-filter.ts";
import { unsafePart } from "../../../shared/text/sanitised-json.ts";
import { useProfileId } from "../../host/host-context.ts";

/** What a table's address says: the open record, its profile and change; or the only filters that the table is to show. */
export interface TableSearch {
  readonly record?: string;
  readonly profile?: string;
  readonly change?: number;
  readonly only?: readonly ChipFilter[];
}

const onlySchema = z.array(chipFilterSchema).min(1).max(10);

export interface OpenRecord {
  readonly id: string;
  /** The number of the change to be shown in its history; null where it was not opened for one. */
  readonly change: number | null;
}

/** Reads what an address says of an open record; what makes no sense there opens nothing. */
export function readTableSearch({ record, profile, change, only }: Record<string, unknown>): TableSearch {
  const wanted = unsafePart(only) === null ? onlySchema.safeParse(only) : null;
  if (wanted?.success) return { only: wanted.data };
  if (typeof record !== "string" || record === "" || typeof profile !== "string") return {};
  return { record, profile, ...(typeof change === "number" ? { change } : {}) };
}

interface RecordSearch {
  readonly profile?: string;
  readonly listContext?: unknown;
}

/** Reads whose record a page is of. */
export function readPageSearch({ profile }: Record<string, unknown>): { readonly profile?: string } {
  return typeof profile === "string" ? { profile } : {};
}

/** Reads what the address of a record's own window says. `listContext` may be anything: `readListContext` says what it is. */
export function readRecordSearch({ profile, listContext }: Record<string, unknown>): RecordSearch {
  return { ...readPageSearch({ profile }), ...(listContext !== undefined && { listContext }) };
}

/** The record whose details are open; null for none, or while the address names another profile. */
export function useOpenRecord({ record, profile, change }: TableSearch): OpenRecord | null {
  const current = useProfileId();
  return profile === current && record !== undefined ? { id: record, change: change ?? null } : null;
}
