import type { Field } from "../../../shared/inventory/fields.ts";
import { unitsOf, type Units } from "../../../shared/inventory/units.ts";
import { hasOneValue, type Query } from "../../../shared/query/query.ts";

/** True if a query's numbers have a common sum, or one for each unit. */
export function isAddable({ addedWithin, measures }: Field, { filter }: Query, units: Units): boolean {
  if (addedWithin === undefined || hasOneValue(filter, addedWithin)) return true;
  return measures !== undefined && unitsOf(units, measures.quantity).every((unit) => unit !== null);
}
