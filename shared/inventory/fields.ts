import { LOW_MEASURES, STOCK_LEVELS } from "./stock.ts";
import { ITEM_STATUSES, WEIGHT_SOURCES, type Resource } from "./resource-names.ts";
import type { RecordOf } from "./resources.ts";
import type { Quantity } from "./units.ts";

/** The kind of a field. It decides how the field is stored, filtered, sorted and shown. */
export type FieldKind = "text" | "number" | "date" | "enum" | "reference";

/** One field of a resource, under the API's own name (specification 2). */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The column's heading for people. */
  readonly label: string;
  /** The values that the specification names; others may come and are shown as they are. */
  readonly values?: readonly string[];
  /** The source of names for the field's ids: a resource, or the user's name book if the API has none. */
  readonly references?: Resource | "names";
  /** The field that says what a number is measured in: two numbers with different ones are never added up. */
  readonly measuredIn?: string;
  /**
   * The quantity that the numbers measure, in a unit that the user may set. `typeId` is the field with the id of
   * their material type.
   */
  readonly measures?: { readonly quantity: Quantity; readonly typeId: string };
  /** The reference within which the numbers may be added up: metres of cable and of film have no common sum. */
  readonly addedWithin?: string;
}

/** Keeps the catalogue and the record types in step: a field missing here is a type error. */
type Catalogue = { readonly [R in Resource]: Readonly<Record<KnownKeys<RecordOf[R]>, Omit<Field, "name">>> };
/** The named keys of a record, without the index signature that stands for unknown fields. */
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

/** Every field of every resource, in the order of the specification's tables. */
export const FIELDS: Readonly<Record<Resource, readonly Field[]>> = {
  items: list("items"),
  types: list("types"),
  locations: list("locations"),
};

/**
 * The time since when the service no longer returns a record (design 4.8). Stockdeck sets it; no service sends it.
 * It is filtered and sorted like the API's fields. A query that does not name it leaves such records out.
 */
export const NO_LONGER_RETURNED: Field = {
  name: "noLongerReturnedSince",
  kind: "date",
  label: "No longer returned since",
};

/**
 * The stock of a material type or a location, counted by Stockdeck after each refresh. Lengths and weights of a
 * location are null if its items have no common sum.
 */
export const STOCK_FIELDS: readonly Field[] = [
  { name: "itemCount", kind: "number", label: "Items" },
  { name: "availableCount", kind: "number", label: "Available" },
  { name: "checkedOutCount", kind: "number", label: "Checked out" },
  { name: "archivedCount", kind: "number", label: "Archived" },
  { name: "totalLength", kind: "number", label: "Length in stock", measures: ofTypes("length") },
  { name: "totalWeight", kind: "number", label: "Weight in stock", measures: ofTypes("weight") },
  { name: "outLongerCount", kind: "number", label: "Out longer than usual" },
  { name: "lastItemChange", kind: "date", label: "Last item change" },
];

/** Whether a material type has less stock than its low-stock threshold, and by how much. */
export const LOW_STOCK_FIELDS: readonly Field[] = [
  { name: "stockLevel", kind: "enum", label: "Stock level", values: STOCK_LEVELS },
  { name: "lowStockBelow", kind: "number", label: "Low below", measuredIn: "lowStockMeasure" },
  { name: "lowStockMeasure", kind: "enum", label: "Low measured in", values: LOW_MEASURES },
];

/** The problems of a record by the rules in `problems.ts`. Stockdeck finds them after each refresh. */
export const PROBLEMS: Field = { name: "problems", kind: "text", label: "Data problems" };

/** The fields that Stockdeck itself writes after each refresh. No change of the service contains them. */
export const COUNTED_FIELDS: Readonly<Record<Resource, readonly Field[]>> = {
  items: [PROBLEMS],
  types: [...STOCK_FIELDS, ...LOW_STOCK_FIELDS, PROBLEMS],
  locations: [...STOCK_FIELDS, PROBLEMS],
};

/** Every field that a query can name: the API's, then Stockdeck's own. */
export const QUERY_FIELDS: Readonly<Record<Resource, readonly Field[]>> = {
  items: [...FIELDS.items, ...COUNTED_FIELDS.items, NO_LONGER_RETURNED],
  types: [...FIELDS.types, ...COUNTED_FIELDS.types, NO_LONGER_RETURNED],
  locations: [...FIELDS.locations, ...COUNTED_FIELDS.locations, NO_LONGER_RETURNED],
};

/** The specification's field of that name, or undefined if it has none. */
export function specifiedField(resource: Resource, name: string): Field | undefined {
  return FIELDS[resource].find((field) => field.name === name);
}

/** The field of that name, or undefined if the resource has none. */
export function findField(resource: Resource, name: string): Field | undefined {
  return QUERY_FIELDS[resource].find((field) => field.name === name);
}
