import { levelsOf, type GroupPath, type GroupLevel } from "../../../shared/query/group-levels.ts";
import {
  MAX_EXCEPTIONS,
  parseGroupOrder,
  type Groups,
  type GroupOrder,
} from "../../../shared/query/grouping.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { unitsOf, type Units } from "../../../shared/inventory/units.ts";
import { hasOneValue, type Query } from "../../../shared/query/query.ts";
import type { TableQuery } from "../query/result-queries.ts";

/** Which groups are open or closed: all of them are closed or open, except the exceptions. */
export type Folds = Pick<Groups, "closed" | "exceptions">;

/** The initial state: all groups are closed. */
export const ALL_CLOSED: Folds = { closed: true, exceptions: [] };
export const ALL_OPEN: Folds = { closed: false, exceptions: [] };

/** Opens a closed group, or closes an open group; null if there are too many exceptions. */
export function toggleFold({ closed, exceptions }: Folds, path: GroupPath): Folds | null {
  const key = JSON.stringify(path);
  const others = exceptions.filter((other) => JSON.stringify(other) !== key);
  if (others.length < exceptions.length) return { closed, exceptions: others };
  return others.length === MAX_EXCEPTIONS ? null : { closed, exceptions: [...others, [...path]] };
}

/**
 * The order of a table's groups. Absent for the order by value, and if the sums cannot be compared. @param id the id of
 * the order in a view.
 */
export function groupOrderOf(
  resource: Resource,
  id: string | undefined,
  levels: readonly GroupLevel[],
  query: Query,
  units: Units,
): GroupOrder | undefined {
  const order = parseGroupOrder(resource, id);
  if (order?.by !== "sum") return order;
  const field = findField(resource, order.field);
  return field && isComparable(field, levels, query, units) ? order : undefined;
}

/** True if each group has one sum of a field, all in the same unit. Only then can the sums be compared. */
export function isComparable(
  { measuredIn, measures, addedWithin }: Field,
  levels: readonly GroupLevel[],
  { filter }: Query,
  units: Units,
): boolean {
  if (measuredIn !== undefined) return false;
  if (measures === undefined) return true;
  // The numbers of one material type have one unit.
  if (hasOneValue(filter, measures.typeId)) return true;
  const [unit, ...others] = unitsOf(units, measures.quantity);
  if (others.length > 0) return false;
  return addedWithin === undefined || levels[0]?.field === addedWithin || unit !== null;
}

/**
 * Makes the query of a grouped table.
 * @param grouping the ids of the levels in a view.
 * @param order the order of the groups; if absent, groups are ordered by their value.
 */
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

/** The group levels in a table's query. */
export function levelsOfQuery({ query, groups }: TableQuery): readonly GroupLevel[] {
  return (query.sort ?? []).slice(0, groups?.levels ?? 0);
}
