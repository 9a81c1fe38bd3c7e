import { levelsOf, type GroupLevel } from "../../../shared/query/group-levels.ts";
import type { GroupOrder } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { TableQuery } from "../query/result-queries.ts";
import type { Folds } from "./folds.ts";

/** The table query of a query and its groups. @param grouping as a view has it. @param order absent: by value. */
export function tableQueryOf(
  resource: Resource,
  query: Query,
  grouping: readonly string[] | undefined,
  folds: Folds,
  order?: GroupOrder,
): TableQuery {
  const levels = levelsOf(resource, grouping).length;
  return { query, groups: levels === 0 ? null : { levels, ...folds, ...(order && { order }) } };
}

/** The group levels of a table query. */
export function levelsOfQuery({ query, groups }: TableQuery): readonly GroupLevel[] {
  return (query.sort ?? []).slice(0, groups?.levels ?? 0);
}
