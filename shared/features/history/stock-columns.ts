import type { ComputedColumn } from "../../inventory/field.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";

/** A column of types and locations. @param counts and `shownAfter`: see `ComputedDisplay`. */
const column = (
  name: string,
  label: string,
  counts: ComputedColumn["computed"]["counts"] & object,
  shownAfter: Partial<Record<Resource, string>>,
  other: Partial<ComputedColumn> = {},
): ComputedColumn => ({
  name,
  kind: "number",
  label,
  resources: DIMENSIONS,
  computed: { counts, shownAfter },
  ...other,
});

const NOT_ARCHIVED = { status: "archived", isNot: true } as const;
const ofTypes = (quantity: "length" | "weight") => ({ quantity, typeId: "id" });

/** The stock of a material type or location. A location's lengths and weights are null if they cannot be added. */
export const STOCK_COLUMNS: readonly ComputedColumn[] = [
  column("itemCount", "Items", {}, { types: "stockLevel", locations: "name" }),
  column(
    "availableCount",
    "Available",
    { status: "available" },
    { types: "itemCount", locations: "itemCount" },
  ),
  column(
    "checkedOutCount",
    "Checked out",
    { status: "checked_out" },
    { types: "availableCount", locations: "availableCount" },
  ),
  column("archivedCount", "Archived", { status: "archived" }, { locations: "checkedOutCount" }),
  column(
    "totalLength",
    "Length in stock",
    NOT_ARCHIVED,
    { types: "outLongerCount", locations: "archivedCount" },
    { measures: ofTypes("length") },
  ),
  column(
    "totalWeight",
    "Weight in stock",
    NOT_ARCHIVED,
    { types: "totalLength", locations: "totalLength" },
    { measures: ofTypes("weight") },
  ),
  column("lastItemChange", "Last item change", {}, { locations: "outLongerCount" }, { kind: "date" }),
];
