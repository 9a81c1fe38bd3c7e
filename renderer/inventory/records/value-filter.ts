import type { FieldFilter } from "../../../shared/query/field-filter.ts";

/** The filter for rows with one value in a field. */
export function valueFilter(field: string, value: string): FieldFilter {
  return { kind: "choice", field, negate: false, values: [value], empty: false };
}
