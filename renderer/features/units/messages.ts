import type { Quantity, UnitSet, Weighing } from "../../../shared/inventory/units.ts";
import { formatPercent, plural } from "../../base/format.ts";

export const TITLE = "Units";
export const INTRO =
  "The API gives numbers without units. Set them here for this connection: tables, details, totals, print and exports then name them. Nothing is sent to the service.";

export const QUANTITY_LABELS: Readonly<Record<Quantity, string>> = {
  length: "Lengths",
  weight: "Weights",
  width: "Widths",
  thickness: "Thicknesses",
};
export const NO_UNIT = "No unit";
export const WEIGHING = { label: "Weights are", none: "Not known" };
export const WEIGHING_LABELS: Readonly<Record<Weighing, string>> = {
  gross: "With the spool",
  net: "Without the spool",
};
export const AS_OTHERS = "As the others";

export const USUAL = "Units of this connection";
export const OVERRIDES = {
  title: "Material types with other units",
  text: "For types whose numbers are in other units than the rest.",
  add: "Add a material type",
  none: "No other material type matches",
};
export const removeLabel = (type: string): string => `Remove the units of ${type}`;
export const unitLabel = (quantity: Quantity, type: string): string =>
  `${QUANTITY_LABELS[quantity]} of ${type}`;
export const weighingLabel = (type: string): string => `Whether weights of ${type} include the spool`;

export const SHOWN_IN = {
  title: "Show in other units",
  text: "Tables, details, totals, copies and print then show converted numbers if a unit is known. Filters and exports keep the numbers of the service.",
  none: "As sent",
};

export const PROPOSAL = {
  title: "What the data say",
  working: "Comparing weights with lengths and densities…",
  use: "Use these units",
  used: "These units are set.",
  chart: "Weight computed with these units, as a share of the weight that the service gives.",
  share: "Computed ÷ given weight",
  items: "Items",
};

/** The units of a proposal: "Lengths in m, weights in kg". */
export function unitsInWords(units: UnitSet): string {
  const parts = Object.entries(QUANTITY_LABELS).flatMap(([quantity, label]) => {
    const unit = units[quantity as Quantity];
    return unit === null ? [] : [`${label.toLowerCase()} in ${unit}`];
  });
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The least error that is shown. A smaller error would read as 0 %. */
const LEAST_ERROR = 0.001;

/** The accuracy of a proposal. @param error the median, as a share. */
export function fitSentence(items: number, error: number, withSpool: boolean): string {
  const spool = withSpool ? "Weights include the spool." : "Weights are without the spool.";
  return `With these units the weights of ${plural(items, "item")} agree with their sizes and densities: half of them are off by ${formatPercent(Math.max(error, LEAST_ERROR))} or less. ${spool}`;
}

export const noFit = (items: number, error: number): string =>
  `No combination of units makes the weights of ${plural(items, "item")} agree with their sizes and densities. The best one is off by ${formatPercent(error)} in the middle. Set the units below if you know them.`;
export const tooFew = (items: number): string =>
  `Only ${plural(items, "item")} with weight, length and a density in a known unit: too few to tell. Set the units below if you know them.`;

export const bucketLabel = (from: number, to: number): string =>
  `${formatPercent(from)} to ${formatPercent(to)}`;
export const outside = (count: number): string => `${plural(count, "item is", "items are")} further off.`;
