import type { Query } from "./query.ts";

/** Whether a query leaves rows of its table out. */
export function isNarrowed({ search, filter }: Pick<Query, "search" | "filter">): boolean {
  return search !== undefined || filter !== undefined;
}
