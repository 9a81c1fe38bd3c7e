import { z } from "zod";
import { chipFilterSchema, type ChipFilter } from "../../../shared/query/field-filter.ts";
import { unsafePart } from "../../../shared/base/text/json.ts";
import { useProfileId } from "../../host/host-context.ts";

/** The state in a table's address: the open record, with profile, change and width, or the only filters to show. */
export interface TableSearch {
  readonly record?: string;
  readonly profile?: string;
  readonly change?: number;
  readonly full?: true;
  readonly only?: readonly ChipFilter[];
}

const onlySchema = z.array(chipFilterSchema).min(1).max(10);

export interface OpenRecord {
  readonly id: string;
  /** The number of the change to show in its history; null if it was not opened for a change. */
  readonly change: number | null;
  /** Whether its details cover the table. */
  readonly isFullWidth: boolean;
}

/** Reads the open record from an address. An invalid part opens nothing. */
export function readTableSearch({
  record,
  profile,
  change,
  full,
  only,
}: Record<string, unknown>): TableSearch {
  const wanted = unsafePart(only) === null ? onlySchema.safeParse(only) : null;
  if (wanted?.success) return { only: wanted.data };
  if (typeof record !== "string" || record === "" || typeof profile !== "string") return {};
  return {
    record,
    profile,
    ...(typeof change === "number" && { change }),
    ...(full === true && { full }),
  };
}

/** The search parameters of the address while this record of a profile is open. */
export function searchOf({ id, change, isFullWidth }: OpenRecord, profile: string): TableSearch {
  return {
    record: id,
    profile,
    ...(change !== null && { change }),
    ...(isFullWidth && { full: true }),
  };
}

/** Reads the profile of a page about a record. */
export function readPageSearch({ profile }: Record<string, unknown>): { readonly profile?: string } {
  return typeof profile === "string" ? { profile } : {};
}

/** The record whose details are open; null if none are open, or the address names another profile. */
export function useOpenRecord({ record, profile, change, full }: TableSearch): OpenRecord | null {
  const current = useProfileId();
  if (profile !== current || record === undefined) return null;
  return { id: record, change: change ?? null, isFullWidth: full === true };
}
