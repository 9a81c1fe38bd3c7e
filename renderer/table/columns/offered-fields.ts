import { QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { usePastDay } from "../../host/past-day.ts";

/** The fields that the user can choose on this screen, for columns and filters. */
export function useOfferedFields(resource: Resource): readonly Field[] {
  const isPast = usePastDay() !== null;
  return QUERY_FIELDS[resource].filter(({ computed }) => isPast || computed?.isOfPast !== true);
}
