import { LEVEL_LABELS, LOW_STOCK_LABELS, LOW_STOCK_VIEW, MEASURE_LABELS } from "./messages.ts";
import type { ComputedColumn } from "../../inventory/field.ts";
import { LOW_MEASURES, STOCK_LEVELS } from "../../inventory/stock.ts";

/** The columns with a material type's low-stock threshold and the level of its stock. */
export const LOW_STOCK_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "stockLevel",
    kind: "enum",
    label: LOW_STOCK_LABELS.stockLevel,
    values: STOCK_LEVELS,
    resources: ["types"],
    view: { id: "low_stock", name: LOW_STOCK_VIEW.name, values: ["low"] },
    computed: {
      shownAfter: { types: "name" },
      details: "if set",
      valueLabels: LEVEL_LABELS,
      hasMark: true,
    },
  },
  {
    name: "lowStockBelow",
    kind: "number",
    label: LOW_STOCK_LABELS.below,
    measuredIn: "lowStockMeasure",
    resources: ["types"],
    // Users set the threshold in the details, so the details list it even without a value.
    computed: { details: "always" },
  },
  {
    name: "lowStockMeasure",
    kind: "enum",
    label: LOW_STOCK_LABELS.measure,
    values: LOW_MEASURES,
    resources: ["types"],
    computed: { details: "if set", valueLabels: MEASURE_LABELS },
  },
];
