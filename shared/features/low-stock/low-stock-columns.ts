import type { ComputedColumn } from "../../inventory/field.ts";
import { LOW_MEASURES, STOCK_LEVELS } from "../../inventory/stock.ts";

/** Whether a material type has less stock than its low-stock threshold, and the threshold. */
export const LOW_STOCK_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "stockLevel",
    kind: "enum",
    label: "Stock level",
    values: STOCK_LEVELS,
    resources: ["types"],
    view: { id: "low_stock", name: "Low stock", values: ["low"] },
    computed: {
      shownAfter: { types: "name" },
      details: "if set",
      valueLabels: { low: "Low", enough: "Enough" },
      hasMark: true,
    },
  },
  {
    name: "lowStockBelow",
    kind: "number",
    label: "Low below",
    measuredIn: "lowStockMeasure",
    resources: ["types"],
    // Users set the threshold in the details, so it is listed even without a value.
    computed: { details: "always" },
  },
  {
    name: "lowStockMeasure",
    kind: "enum",
    label: "Low measured in",
    values: LOW_MEASURES,
    resources: ["types"],
    computed: { details: "if set", valueLabels: { items: "Items", length: "Length", weight: "Weight" } },
  },
];
