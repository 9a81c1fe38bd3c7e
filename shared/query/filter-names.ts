import type { Filter } from "./query.ts";

// This is not in query.ts, because threads import it, and query.ts would load the schemas of zod into them.

/** Whether a filter has a condition on a field. */
export function names(filter: Filter, field: string): boolean {
  if ("all" in filter) return filter.all.some((part) => names(part, field));
  if ("any" in filter) return filter.any.some((part) => names(part, field));
  if ("not" in filter) return names(filter.not, field);
  return filter.field === field;
}
