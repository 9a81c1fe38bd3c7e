import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { unitsOf, type Units } from "../../../shared/inventory/units.ts";
import type { GroupLevel } from "../../../shared/query/group-levels.ts";
import { parseGroupOrder, type GroupOrder } from "../../../shared/query/grouping.ts";
import { hasOneValue, type Query } from "../../../shared/query/query.ts";

/** The order of a table's groups; absent if it is by value, or by sums that mean nothing here. @param id as a view has it. */
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

/** True if each group has one sum of a field, and all have one unit. Only then can the sums be compared. */
export function isComparable(
  { measuredIn, measures, addedWithin }: Field,
  levels: readonly GroupLevel[],
  { filter }: Query,
  units: Units,
): boolean {
  if (measuredIn !== undefined) return false;
  if (measures === undefined) return true;
  // One material type has one unit.
  if (hasOneValue(filter, measures.typeId)) return true;
  const [unit, ...others] = unitsOf(units, measures.quantity);
  if (others.length > 0) return false;
  return addedWithin === undefined || levels[0]?.field === addedWithin || unit !== null;
}
