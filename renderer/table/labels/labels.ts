import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { joinedName } from "../../../shared/query/views/shown-columns.ts";

export const RESOURCE_LABELS: Readonly<
  Record<Resource, { readonly title: string; readonly one: string; readonly many: string }>
> = {
  items: { title: "Items", one: "item", many: "items" },
  types: { title: "Material types", one: "material type", many: "material types" },
  locations: { title: "Locations", one: "location", many: "locations" },
};

/** Words for the values that specification 2.1 names, and for Stockdeck's own. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["available", "Available"],
  ["checked_out", "Checked out"],
  ["archived", "Archived"],
  ["scale", "Scale"],
  ["manual", "Manual"],
  ["low", "Low"],
  ["enough", "Enough"],
  ["items", "Items"],
  ["length", "Length"],
  ["weight", "Weight"],
]);

const NAMED: ReadonlySet<string> = new Set(["status", "weightSource", "stockLevel", "lowStockMeasure"]);

/** The word for an enumeration's value; one that the specification does not name is shown as it is. */
export function valueLabel(field: string, value: string): string {
  return (NAMED.has(field) ? WORDS.get(value) : undefined) ?? value;
}

/** The name of a row's reference: `locationName` for `locationId`; null if unknown. */
export function referenceName(row: Row, { name }: Field): string | null {
  const found = row[joinedName(name)];
  return typeof found === "string" ? found : null;
}
