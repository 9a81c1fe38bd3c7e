import { useQuery } from "@tanstack/react-query";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { facetsQuery } from "../../inventory/records/record-queries.ts";
import { isAddable, useUnits } from "../../inventory/units/unit-queries.ts";

interface Addable {
  /** Whether the query's numbers of a field can be added. */
  readonly isAddable: (field: Field) => boolean;
  /** True while the material types of the rows are being read. */
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** The number of material types that are read. It is enough to tell whether there are several. */
const TYPES_READ = 2;

/**
 * Tells for which fields the numbers in a query's result can be added. Numbers without a unit are added only within one
 * material type.
 */
export function useAddable(resource: Resource, fields: readonly Field[], query: Query): Addable {
  const api = useConnectionApi();
  const units = useUnits();
  // A filter may prove that all rows have one type. If it does not, as for a selection, the types of the rows are read.
  const within = fields.find((field) => !isAddable(field, query, units))?.addedWithin;
  const types = useQuery({
    ...facetsQuery(api, resource, query, within ?? "", { search: "", limit: TYPES_READ }),
    enabled: within !== undefined,
    placeholderData: (before) => before,
  });
  const hasOneType = types.data?.values.length === 1 && types.data.empty === 0;
  return {
    isAddable: (field) => hasOneType || isAddable(field, query, units),
    // If all units are known, the query is disabled but may still have old data.
    isBusy: within !== undefined && (types.isPlaceholderData || types.isLoading),
    error: types.error,
  };
}
