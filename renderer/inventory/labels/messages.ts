import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { RESOURCE_LABELS } from "../../../shared/inventory/resource-names.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";

export { RESOURCE_LABELS };

export const RECORDS = texts("inventory.records", {
  one: "{resource, select, items {item} types {material type} other {location}}",
  /** A number of records: "12 items". */
  count:
    "{resource, select, items {{rows, plural, one {# item} other {# items}}} types {{rows, plural, one {# material type} other {# material types}}} other {{rows, plural, one {# location} other {# locations}}}}",
  /** The word after the number: "items" or "item". */
  noun: "{resource, select, items {{rows, plural, one {item} other {items}}} types {{rows, plural, one {material type} other {material types}}} other {{rows, plural, one {location} other {locations}}}}",
});

/** Labels of the values of enumerations, by field. They are the values of specification 2.1 and of computed columns. */
const VALUE_LABELS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    status: texts("inventory.statuses", {
      available: "Available",
      checked_out: "Checked out",
      archived: "Archived",
    }),
    weightSource: texts("inventory.weightSources", { scale: "Scale", manual: "Manual" }),
    ...Object.fromEntries(
      COMPUTED_COLUMNS.flatMap(({ name, computed }) =>
        computed.valueLabels ? [[name, computed.valueLabels]] : [],
      ),
    ),
  }).map(([field, labels]) => [field, new Map(Object.entries<string>(labels))]),
);

export const LABELS = texts("inventory.labels", {
  /** The label of an empty text, which is different from a missing value. */
  emptyText: "(empty text)",
});

const SEPARATORS: ReadonlyMap<string, string> = new Map(
  COMPUTED_COLUMNS.flatMap(({ name, computed }) => (computed.listedBy ? [[name, computed.listedBy]] : [])),
);

/**
 * The label of an enumeration's value, or of several values in one text. An unknown value is shown as the service sent
 * it.
 */
export function valueLabel(field: string, value: string): string {
  const labels = VALUE_LABELS.get(field);
  const separator = SEPARATORS.get(field);
  if (!labels || separator === undefined) return labels?.get(value) ?? value;
  return value
    .split(separator)
    .map((one) => labels.get(one) ?? one)
    .join(separator);
}

/** The name that belongs to a reference of a row: `locationName` for `locationId`; null if unknown. */
export function referenceName(row: Row, { name }: Field): string | null {
  const found = row[joinedName(name)];
  return typeof found === "string" ? found : null;
}
