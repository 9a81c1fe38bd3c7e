import { sentences, texts } from "../../base/text/texts.ts";

export const LOW_STOCK_LABELS = texts("lowStock.columns", {
  stockLevel: "Stock level",
  below: "Low below",
  measure: "Low measured in",
});
export const LOW_STOCK_VIEW = sentences("lowStock.view", { name: "Low stock" });
export const LEVEL_LABELS = texts("lowStock.levels", { low: "Low", enough: "Enough" });
export const MEASURE_LABELS = texts("lowStock.measures", {
  items: "Items",
  length: "Length",
  weight: "Weight",
});

export const THRESHOLD_LIMITS = sentences("lowStock.limits", {
  tooMany: "A connection can have {most} thresholds.",
});
