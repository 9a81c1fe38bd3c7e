import { formatNumber, plural, pluralForm } from "../../base/format.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import type { Threshold } from "../../../shared/inventory/stock.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";

export const SET_THRESHOLD = "Low-stock threshold…";
export const DIALOG = {
  title: "Low-stock threshold",
  intro: "The material type counts as low while less than this is available. It is kept on this computer.",
  below: "Low below",
  measure: "Measured in",
  save: "Save",
  remove: "Remove the threshold",
  import: "Import from a file…",
};
/** "Low-stock threshold: Foil". */
export const dialogTitle = (type: string): string => `${DIALOG.title}: ${type}`;
export const MEASURE_LABELS: Readonly<Record<Threshold["measure"], string>> = {
  items: "Items",
  length: "Length",
  weight: "Weight",
};
export const notAboveZero = "Enter a number above 0.";

/** "Low below 500 m", "Threshold removed". */
export const thresholdSaved = (name: string, threshold: Threshold | null, unit: string): string =>
  threshold === null ? `${name}: threshold removed` : `${name}: low below ${amountLabel(threshold, unit)}`;

/** "500 m", "3 items"; without a unit "500 (length)". @param unit "" if unknown. */
function amountLabel({ below, measure }: Threshold, unit: string): string {
  if (measure === "items") return withUnit(formatNumber(below), pluralForm(below, "item", "items"));
  return withUnit(formatNumber(below), unit === "" ? `(${measure})` : unit);
}

export const IMPORT = {
  title: "Import low-stock thresholds",
  intro:
    "Choose a CSV or XLSX file with a material type and a number a row. Nothing is saved before you have seen what would change. Other material types keep their thresholds.",
  notMapped: "Choose the columns with the material types and the numbers.",
  measureOfAll: "Unit of the numbers:",
  measureOfRest: "Unit of the numbers if the column is empty:",
};
export const COLUMN_LABELS = {
  type: "Material type (id or name)",
  below: DIALOG.below,
  measure: DIALOG.measure,
};
export const importLabel = (count: number): string =>
  count === 0 ? "Import" : `Import ${plural(count, "threshold")}`;
export const thresholdsImported = (count: number): string => `${plural(count, "threshold")} imported.`;

/** The headings of the lists of changes. */
export const CHANGES = { added: "New", changed: "Changed" };
/** "Foil: low below 500 m", with "(now 400 m)" if there is a threshold. @param unitOf a measure; "" if unknown. */
export function changeLabel(
  name: string,
  now: Threshold | undefined,
  next: Threshold,
  unitOf: (measure: Threshold["measure"]) => string,
): string {
  const saved = thresholdSaved(name, next, unitOf(next.measure));
  return now ? `${saved} (now ${amountLabel(now, unitOf(now.measure))})` : saved;
}

/** The headings of the lists of skipped rows. */
export const PROBLEMS = {
  unknown: "Unknown material type: skipped",
  ambiguous: "Name of several material types: skipped. Use their ids.",
  duplicate: "Same material type as an earlier row: skipped",
  invalid: "Unclear number or measure: skipped",
  unreadable: FILE_IMPORT.unreadable,
  empty: "No material type or no number: skipped",
};
