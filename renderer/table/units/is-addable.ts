import type { Field } from "../../../shared/inventory/fields.ts";
import { unitsOf, type Units } from "../../../shared/inventory/units.ts";
import { hasOneValue } from "../../../shared/query/has-one-value.ts";
import type { Query } from "../../../shared/query/query.ts";

/** Whether the numbers of a query's rows have a common sum, or one for each of their units. */
export function isAddable({ addedWithin, measures }: Field, { filter }: Query, units: Units): boolean {
  if (addedWithin === undefined || hasOneValue(filter, addedWithin)) return true;
  return measures !== undefined && unitsOf(units, measures.quantity).every((unit) => unit !== null);
}
