import { formatNumber } from "../../base/format.ts";
import { besideUnit } from "../units/in-units.ts";
import type { Threshold } from "../../../shared/domain/stock.ts";

export const SET_THRESHOLD = "Low-stock threshold…";
export const DIALOG = {
  title: "Low-stock threshold",
  intro: "The material type counts as low while less than this is available. It is kept on this computer.",
  below: "Low below",
  measure: "Measured in",
  save: "Save",
  remove: "Remove the threshold",
};
export const MEASURE_LABELS: Readonly<Record<Threshold["measure"], string>> = {
  items: "Items",
  length: "Length",
  weight: "Weight",
};
export const notAboveZero = "Enter a number above 0.";

/** "Low below 500 m", "Threshold removed". */
export const thresholdSaved = (name: string, threshold: Threshold | null, unit: string): string =>
  threshold === null
    ? `${name}: threshold removed`
    : `${name}: low below ${besideUnit(formatNumber(threshold.below), threshold.measure === "items" ? "items" : unit)}`;
