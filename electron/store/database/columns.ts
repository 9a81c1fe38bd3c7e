import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import { FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** The SQL type of a field's column. Dates are stored as instants (shared/base/time/instant.ts): safe integers. */
export function columnType(field: Field): "TEXT" | "REAL" | "INTEGER" {
  return field.kind === "number" ? "REAL" : field.kind === "date" ? "INTEGER" : "TEXT";
}

/** The columns for the API's fields, in the order of the specification. */
export function fieldColumns(resource: Resource): readonly string[] {
  return FIELDS[resource].map((field) => field.name);
}

/**
 * Columns that every table has in addition to the API's fields:
 * - `unmapped`: the parts of a received record that the columns cannot reproduce (see encode.ts), JSON or null;
 * - `nameSort`: the name's natural order; `nameKey`, `idKey`: folded texts that searches compare;
 * - `fetchSequence`: the order of the requests, by which the later fetch wins (design 4.4);
 * - `fetchedAt`: when this version was received, in ms since the epoch by the local clock.
 */
export const OWN_COLUMNS = [
  "unmapped",
  "nameSort",
  "nameKey",
  "idKey",
  "fetchSequence",
  "fetchedAt",
] as const;

/**
 * The secondary indexes of each table. A first pull drops them and creates them again at its end, which is 3.7 times
 * faster.
 */
export const INDEXES: Readonly<Record<Resource, readonly (readonly [name: string, on: string])[]>> = {
  items: [
    ["items_by_name", "items (nameSort, id)"],
    ["items_by_status", "items (status, checkedOutAt, noLongerReturnedSince)"],
    ["items_by_location", "items (locationId)"],
    ["items_by_type", "items (materialTypeId)"],
    ["items_by_holder", "items (checkedOutToUserId) WHERE checkedOutToUserId IS NOT NULL"],
    ["items_by_check_out", "items (checkedOutAt, id)"],
    ["items_by_update", "items (updatedAt, id)"],
    ...computedIndexes("items"),
  ],
  types: [["types_by_name", "types (nameSort, id)"], ...computedIndexes("types")],
  locations: [["locations_by_name", "locations (nameSort, id)"], ...computedIndexes("locations")],
};

function computedIndexes(resource: Resource): readonly (readonly [name: string, on: string])[] {
  return COMPUTED_COLUMNS.filter(({ resources, isIndexed }) => isIndexed && resources.includes(resource)).map(
    ({ name }) => [`${resource}_by_${name}`, `${resource} (${name}) WHERE ${name} IS NOT NULL`],
  );
}

/** SQL for the approximate number of bytes of a row of `changes`. */
export const CHANGE_BYTES = "length(fields) + 3 * length(name)";
