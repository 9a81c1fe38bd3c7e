import { NO_LONGER_RETURNED } from "../inventory/fields.ts";
import type { Filter } from "./query.ts";

// This file is separate from query.ts, because threads import this file, and query.ts would also load zod's schemas.

/** Whether a filter has a condition on a field. */
export function names(filter: Filter, field: string): boolean {
  if ("all" in filter) return filter.all.some((part) => names(part, field));
  if ("any" in filter) return filter.any.some((part) => names(part, field));
  if ("not" in filter) return names(filter.not, field);
  return filter.field === field;
}

/**
 * A filter that every row passes. Its query also returns rows that the service no longer returns, because the filter
 * names the field of such rows.
 */
export const WITH_MISSING_ROWS: Filter = {
  any: [
    { field: NO_LONGER_RETURNED.name, op: "empty" },
    { field: NO_LONGER_RETURNED.name, op: "notEmpty" },
  ],
};

/** Whether a query also returns rows that the service no longer returns. */
export function hasMissingRows({ filter }: { readonly filter?: Filter | undefined }): boolean {
  return filter !== undefined && names(filter, NO_LONGER_RETURNED.name);
}
