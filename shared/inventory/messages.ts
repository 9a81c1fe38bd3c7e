import { texts } from "../base/text/texts.ts";
import type { Resource } from "./resource-names.ts";

/** The labels of the API's fields, by resource and name. */
export const FIELD_LABELS: Readonly<Record<Resource, Readonly<Record<string, string>>>> = {
  items: texts("fields.items", {
    id: "Id",
    name: "Name",
    status: "Status",
    locationId: "Location",
    materialTypeId: "Material type",
    startingLength: "Starting length",
    originalLength: "Original length",
    remainingLength: "Remaining length",
    weight: "Weight",
    weightSource: "Weight source",
    checkedOutToUserId: "Holder",
    checkedOutAt: "Checked out",
    archivedAt: "Archived",
    createdAt: "Created",
    updatedAt: "Updated",
  }),
  types: texts("fields.types", {
    id: "Id",
    name: "Name",
    width: "Width",
    thickness: "Thickness",
    calculatedDensity: "Density",
    densityDisplayUnit: "Density unit",
    densitySourceType: "Density source",
    spoolWeight: "Spool weight",
    pricePerFoot: "Price per foot",
    pricePerPound: "Price per pound",
    pricingBasis: "Pricing basis",
    currency: "Currency",
    createdAt: "Created",
    updatedAt: "Updated",
  }),
  locations: texts("fields.locations", {
    id: "Id",
    name: "Name",
    createdAt: "Created",
    updatedAt: "Updated",
  }),
};

/** The labels of fields that Stockdeck itself adds to resources and rows of past days. */
export const OWN_FIELD_LABELS = texts("fields.own", {
  noLongerReturnedSince: "No longer returned since",
  changedAfter: "Changed, not before",
  changedBefore: "Changed, not after",
});

/** The labels of the stock columns of material types and locations. */
export const STOCK_LABELS = texts("fields.stock", {
  itemCount: "Items",
  availableCount: "Available",
  checkedOutCount: "Checked out",
  archivedCount: "Archived",
  totalLength: "Length in stock",
  totalWeight: "Weight in stock",
  lastItemChange: "Last item change",
});

/** The sentences that describe a filter of changes in a file. */
export const CHANGE_FILTER = texts("changes.filter", {
  search: "Search: {search}",
  types: "Type is one of {types}",
  of: "Of {resource, select, items {items} types {types} locations {locations} other {{resource}}}",
  record: "Of the record {id}",
  locations: "At, from or to {locations}",
  holders: "Held, taken or given back by {holders}",
  since: "Observed at or after {since}",
  until: "Observed before {until}",
  all: "Every observed change",
});
