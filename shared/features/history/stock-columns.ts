import type { ComputedColumn } from "../../inventory/field.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";

/** A column of types and locations. @param shownAfter see `ComputedDisplay`. */
const column = (
  name: string,
  label: string,
  shownAfter: Partial<Record<Resource, string>>,
  other: Partial<ComputedColumn> = {},
): ComputedColumn => ({
  name,
  kind: "number",
  label,
  resources: DIMENSIONS,
  computed: { shownAfter },
  ...other,
});

const ofTypes = (quantity: "length" | "weight") => ({ quantity, typeId: "id" });

/** The stock of a material type or location. A location's lengths and weights are null if they cannot be added. */
export const STOCK_COLUMNS: readonly ComputedColumn[] = [
  column("itemCount", "Items", { types: "stockLevel", locations: "name" }),
  column("availableCount", "Available", { types: "itemCount", locations: "itemCount" }),
  column("checkedOutCount", "Checked out", { types: "availableCount", locations: "availableCount" }),
  column("archivedCount", "Archived", { locations: "checkedOutCount" }),
  column(
    "totalLength",
    "Length in stock",
    { types: "outLongerCount", locations: "archivedCount" },
    { measures: ofTypes("length") },
  ),
  column(
    "totalWeight",
    "Weight in stock",
    { types: "totalLength", locations: "totalLength" },
    { measures: ofTypes("weight") },
  ),
  column("lastItemChange", "Last item change", { locations: "outLongerCount" }, { kind: "date" }),
];
