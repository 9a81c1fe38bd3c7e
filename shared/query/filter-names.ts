import type { Filter } from "./query.ts";

// In a file apart from query.ts, whose schemas would take a thread longer to load than all its work.

/** Whether a filter has a condition on a field. */
export function names(filter: Filter, field: string): boolean {
  if ("all" in filter) return filter.all.some((part) => names(part, field));
  if ("any" in filter) return filter.any.some((part) => names(part, field));
  if ("not" in filter) return names(filter.not, field);
  return filter.field === field;
}
