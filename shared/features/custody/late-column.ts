import type { ComputedColumn } from "../../inventory/field.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";

/** How many items of a material type or location are out longer than usual. */
export const LATE_COLUMN: ComputedColumn = {
  name: "outLongerCount",
  kind: "number",
  label: "Out longer than usual",
  resources: DIMENSIONS,
  computed: { width: 168, shownAfter: { types: "checkedOutCount", locations: "totalWeight" } },
};
