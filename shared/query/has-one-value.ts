import type { Filter } from "./query.ts";

/** Whether every row that a filter lets through has the same value in that field. False does not prove the opposite. */
export function hasOneValue(filter: Filter | undefined, field: string): boolean {
  if (filter === undefined || "any" in filter || "not" in filter) return false;
  if ("all" in filter) return filter.all.some((part) => hasOneValue(part, field));
  const { op, value } = filter;
  return (
    filter.field === field && (op === "is" || (op === "in" && Array.isArray(value) && value.length === 1))
  );
}
