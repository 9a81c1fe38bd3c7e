import { COMPUTED_COLUMNS } from "../computed-columns.ts";
import type { Field } from "./field.ts";
import { ITEM_STATUSES, WEIGHT_SOURCES, type Resource } from "./resource-names.ts";
import type { RecordOf } from "./resources.ts";
import type { Quantity } from "./units.ts";

export type { Field, FieldKind } from "./field.ts";

/** Keeps the catalogue equal to the record types: a missing field is a type error. */
type Catalogue = { readonly [R in Resource]: Readonly<Record<KnownKeys<RecordOf[R]>, Omit<Field, "name">>> };
/** The named keys of a record, without the index signature for unknown fields. */
type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] } & string;

const ofItems = (quantity: Quantity) => ({ quantity, typeId: "materialTypeId" });
const ofTypes = (quantity: Quantity) => ({ quantity, typeId: "id" });
const LENGTH = { kind: "number", addedWithin: "materialTypeId", measures: ofItems("length") } as const;

const CATALOGUE: Catalogue = {
  items: {
    id: { kind: "text", label: "Id" },
    name: { kind: "text", label: "Name" },
    status: { kind: "enum", label: "Status", values: ITEM_STATUSES },
    locationId: { kind: "reference", label: "Location", references: "locations" },
    materialTypeId: { kind: "reference", label: "Material type", references: "types" },
    startingLength: { ...LENGTH, label: "Starting length" },
    originalLength: { ...LENGTH, label: "Original length" },
    remainingLength: { ...LENGTH, label: "Remaining length" },
    weight: { kind: "number", label: "Weight", measures: ofItems("weight") },
    weightSource: { kind: "enum", label: "Weight source", values: WEIGHT_SOURCES },
    checkedOutToUserId: { kind: "text", label: "Holder", references: "names" },
    checkedOutAt: { kind: "date", label: "Checked out" },
    archivedAt: { kind: "date", label: "Archived" },
    createdAt: { kind: "date", label: "Created" },
    updatedAt: { kind: "date", label: "Updated" },
  },
  types: {
    id: { kind: "text", label: "Id" },
    name: { kind: "text", label: "Name" },
    width: { kind: "number", label: "Width", measures: ofTypes("width") },
    thickness: { kind: "number", label: "Thickness", measures: ofTypes("thickness") },
    calculatedDensity: { kind: "number", label: "Density", measuredIn: "densityDisplayUnit" },
    densityDisplayUnit: { kind: "enum", label: "Density unit" },
    densitySourceType: { kind: "enum", label: "Density source" },
    spoolWeight: { kind: "number", label: "Spool weight", measures: ofTypes("weight") },
    pricePerFoot: { kind: "number", label: "Price per foot", measuredIn: "currency" },
    pricePerPound: { kind: "number", label: "Price per pound", measuredIn: "currency" },
    pricingBasis: { kind: "enum", label: "Pricing basis" },
    currency: { kind: "enum", label: "Currency" },
    createdAt: { kind: "date", label: "Created" },
    updatedAt: { kind: "date", label: "Updated" },
  },
  locations: {
    id: { kind: "text", label: "Id" },
    name: { kind: "text", label: "Name" },
    createdAt: { kind: "date", label: "Created" },
    updatedAt: { kind: "date", label: "Updated" },
  },
};

const list = (resource: Resource): readonly Field[] =>
  Object.entries<Omit<Field, "name">>(CATALOGUE[resource]).map(([name, field]) => ({ name, ...field }));

const ofEach = (
  fieldsOf: (resource: Resource) => readonly Field[],
): Readonly<Record<Resource, readonly Field[]>> => ({
  items: fieldsOf("items"),
  types: fieldsOf("types"),
  locations: fieldsOf("locations"),
});

/** Every field of every resource, in the order of the specification. */
export const FIELDS = ofEach(list);

/**
 * The time from which the service no longer returns a record (design 4.8). Stockdeck sets it; no service sends
 * it. It is filtered and sorted like the API's fields. A query excludes these records unless it names this
 * field.
 */
export const NO_LONGER_RETURNED: Field = {
  name: "noLongerReturnedSince",
  kind: "date",
  label: "No longer returned since",
};

/** The columns that Stockdeck computes after each refresh. The service does not send them. */
export const COMPUTED_FIELDS = ofEach((resource) =>
  COMPUTED_COLUMNS.filter(({ resources }) => resources.includes(resource)),
);

/** Every queryable field: the API's, then Stockdeck's own. */
export const QUERY_FIELDS = ofEach((resource) => [
  ...FIELDS[resource],
  ...COMPUTED_FIELDS[resource],
  NO_LONGER_RETURNED,
]);

/** The specification's field with this name; undefined if there is no such field. */
export function specifiedField(resource: Resource, name: string): Field | undefined {
  return FIELDS[resource].find((field) => field.name === name);
}

/** The field with this name; undefined if the resource does not have it. */
export function findField(resource: Resource, name: string): Field | undefined {
  return QUERY_FIELDS[resource].find((field) => field.name === name);
}
