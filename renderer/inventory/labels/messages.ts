import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import { plural, pluralForm } from "../../base/format.ts";
import { RESOURCE_LABELS, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";

export { RESOURCE_LABELS };

/** A number of records: "12 items". */
export const countOf = (resource: Resource, rows: number): string => {
  const { one, many } = RESOURCE_LABELS[resource];
  return plural(rows, one, many);
};
/** Follows the number: "items" or "item". */
export const nounOf = (resource: Resource, rows: number): string => {
  const { one, many } = RESOURCE_LABELS[resource];
  return pluralForm(rows, one, many);
};

/** Labels of the values of enumerations, by field: the values of specification 2.1 and of computed columns. */
const VALUE_LABELS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    status: { available: "Available", checked_out: "Checked out", archived: "Archived" },
    weightSource: { scale: "Scale", manual: "Manual" },
    ...Object.fromEntries(
      COMPUTED_COLUMNS.flatMap(({ name, computed }) =>
        computed.valueLabels ? [[name, computed.valueLabels]] : [],
      ),
    ),
  }).map(([field, labels]) => [field, new Map(Object.entries<string>(labels))]),
);

/** The label of a text without characters, which is not the same as no value. */
export const EMPTY_TEXT = "(empty text)";

/** The label of an enumeration's value. An unknown value is shown as the service sent it. */
export function valueLabel(field: string, value: string): string {
  return VALUE_LABELS.get(field)?.get(value) ?? value;
}

/** The name of a row's reference: `locationName` for `locationId`; null if unknown. */
export function referenceName(row: Row, { name }: Field): string | null {
  const found = row[joinedName(name)];
  return typeof found === "string" ? found : null;
}
