import { COMPUTED_COLUMNS } from "../computed-columns.ts";
import type { Field } from "./field.ts";
import { FIELD_LABELS, OWN_FIELD_LABELS } from "./messages.ts";
import { ITEM_STATUSES, WEIGHT_SOURCES, type Resource } from "./resource-names.ts";
import type { RecordOf } from "./resources.ts";
import type { Quantity } from "./units.ts";

export type { Field, FieldKind } from "./field.ts";

/** Ensures that the catalogue has every field of the record types: a missing field is a type error. */
type Catalogue = { readonly [R in Resource]: Readonly<Record<KnownKeys<RecordOf[R]>, Described>> };
/** A field without the parts that its key gives: its name and its label (`messages.ts`). */
type Described = Omit<Field, "name" | "label">;
/** The named keys of a record, without the index signature for unknown fields. */
type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] } & string;

const ofItems = (quantity: Quantity) => ({ quantity, typeId: "materialTypeId" });
const ofTypes = (quantity: Quantity) => ({ quantity, typeId: "id" });
const LENGTH = { kind: "number", addedWithin: "materialTypeId", measures: ofItems("length") } as const;

const CATALOGUE: Catalogue = {
  items: {
    id: { kind: "text" },
    name: { kind: "text" },
    status: { kind: "enum", values: ITEM_STATUSES },
    locationId: { kind: "reference", references: "locations" },
    materialTypeId: { kind: "reference", references: "types" },
    startingLength: LENGTH,
    originalLength: LENGTH,
    remainingLength: LENGTH,
    weight: { kind: "number", measures: ofItems("weight") },
    weightSource: { kind: "enum", values: WEIGHT_SOURCES },
    checkedOutToUserId: { kind: "text", references: "names" },
    checkedOutAt: { kind: "date" },
    archivedAt: { kind: "date" },
    createdAt: { kind: "date" },
    updatedAt: { kind: "date" },
  },
  types: {
    id: { kind: "text" },
    name: { kind: "text" },
    width: { kind: "number", measures: ofTypes("width") },
    thickness: { kind: "number", measures: ofTypes("thickness") },
    calculatedDensity: { kind: "number", measuredIn: "densityDisplayUnit" },
    densityDisplayUnit: { kind: "enum" },
    densitySourceType: { kind: "enum" },
    spoolWeight: { kind: "number", measures: ofTypes("weight") },
    pricePerFoot: { kind: "number", measuredIn: "currency" },
    pricePerPound: { kind: "number", measuredIn: "currency" },
    pricingBasis: { kind: "enum" },
    currency: { kind: "enum" },
    createdAt: { kind: "date" },
    updatedAt: { kind: "date" },
  },
  locations: {
    id: { kind: "text" },
    name: { kind: "text" },
    createdAt: { kind: "date" },
    updatedAt: { kind: "date" },
  },
};

const list = (resource: Resource): readonly Field[] =>
  Object.entries<Described>(CATALOGUE[resource]).map(([name, field]) => ({
    name,
    label: FIELD_LABELS[resource][name] ?? name,
    ...field,
  }));

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
 * The time from which the service no longer returns a record (design 4.8). Stockdeck sets it; no service sends it. The
 * field is filtered and sorted like the API's fields. A query excludes these records unless it names this field.
 */
export const NO_LONGER_RETURNED: Field = {
  name: "noLongerReturnedSince",
  kind: "date",
  label: OWN_FIELD_LABELS.noLongerReturnedSince,
};

/** The columns that Stockdeck computes after each refresh. The service does not send them. */
export const COMPUTED_FIELDS = ofEach((resource) =>
  COMPUTED_COLUMNS.filter(({ resources }) => resources.includes(resource)),
);

/** The names of the columns whose values users write. */
export const OWN_FIELDS: Readonly<Record<Resource, readonly string[]>> = {
  items: ownFields("items"),
  types: ownFields("types"),
  locations: ownFields("locations"),
};

function ownFields(resource: Resource): readonly string[] {
  return COMPUTED_FIELDS[resource].flatMap(({ name, computed }) => (computed?.isOwn ? [name] : []));
}

/** Every queryable field: the API's fields, then Stockdeck's own fields. */
export const QUERY_FIELDS = ofEach((resource) => [
  ...FIELDS[resource],
  ...COMPUTED_FIELDS[resource],
  NO_LONGER_RETURNED,
]);

/** Finds the specification's field with a name; undefined if there is no such field. */
export function specifiedField(resource: Resource, name: string): Field | undefined {
  return FIELDS[resource].find((field) => field.name === name);
}

/** Finds the field with a name; undefined if the resource does not have it. */
export function findField(resource: Resource, name: string): Field | undefined {
  return QUERY_FIELDS[resource].find((field) => field.name === name);
}
