import { texts } from "../../../shared/base/text/texts.ts";
import { formatNumber } from "../../base/format.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import type { Threshold } from "../../../shared/inventory/stock.ts";
import { FILE_IMPORT } from "../../delivery/file-import/messages.ts";

export const THRESHOLD = texts("lowStock.threshold", {
  set: "Low-stock threshold…",
  removed: "{name}: threshold removed",
  saved: "{name}: low below {amount}",
  /** A threshold that an import changes: "Foil: low below 500 m (now 400 m)". */
  changed: "{name}: low below {amount} (now {former})",
  items: "{amount} {below, plural, one {item} other {items}}",
  withoutUnit: "{amount} ({measure, select, length {length} other {weight}})",
});
export const DIALOG = texts("lowStock.dialog", {
  title: "Low-stock threshold: {type}",
  intro: "The material type counts as low while less than this is available. It is kept on this computer.",
  below: "Low below",
  belowIn: "Low below ({unit})",
  notAboveZero: "Enter a number above 0.",
  measure: "Measured in",
  save: "Save",
  remove: "Remove the threshold",
  import: "Import from a file…",
});
/** The message after saving: "Low below 500 m", "Threshold removed". */
export const thresholdSaved = (name: string, threshold: Threshold | null, unit: string): string =>
  threshold === null
    ? THRESHOLD.removed({ name })
    : THRESHOLD.saved({ name, amount: amountLabel(threshold, unit) });

/** The amount of a threshold: "500 m", "3 items"; "500 (length)" without a unit. @param unit "" if unknown. */
function amountLabel({ below, measure }: Threshold, unit: string): string {
  const amount = formatNumber(below);
  if (measure === "items") return THRESHOLD.items({ amount, below });
  return unit === "" ? THRESHOLD.withoutUnit({ amount, measure }) : withUnit(amount, unit);
}

export const IMPORT = texts("lowStock.import", {
  title: "Import low-stock thresholds",
  intro:
    "Choose a CSV or XLSX file with a material type and a number a row. Nothing is saved before you have seen what would change. Other material types keep their thresholds.",
  notMapped: "Choose the columns with the material types and the numbers.",
  type: "Material type (id or name)",
  measureOfAll: "Unit of the numbers:",
  measureOfRest: "Unit of the numbers if the column is empty:",
  submit: "Import",
  submitThresholds: "Import {thresholds, plural, one {# threshold} other {# thresholds}}",
  imported: "{thresholds, plural, one {# threshold} other {# thresholds}} imported.",
});
export const COLUMN_LABELS = {
  type: IMPORT.type,
  below: DIALOG.below,
  measure: DIALOG.measure,
};
export const importLabel = (thresholds: number): string =>
  thresholds === 0 ? IMPORT.submit : IMPORT.submitThresholds({ thresholds });

/** The headings of the lists of changes. */
export const CHANGES = texts("lowStock.import.changes", { added: "New", changed: "Changed" });
/**
 * A threshold in the preview: "Foil: low below 500 m", with "(now 400 m)" if there is a threshold already. @param
 * unitOf returns the unit of a measure; "" if unknown.
 */
export function changeLabel(
  name: string,
  now: Threshold | undefined,
  next: Threshold,
  unitOf: (measure: Threshold["measure"]) => string,
): string {
  const amount = amountLabel(next, unitOf(next.measure));
  return now
    ? THRESHOLD.changed({ name, amount, former: amountLabel(now, unitOf(now.measure)) })
    : THRESHOLD.saved({ name, amount });
}

/** The headings of the lists of skipped rows. */
export const PROBLEMS = {
  unreadable: FILE_IMPORT.unreadable,
  ...texts("lowStock.import.problems", {
    unknown: "Unknown material type: skipped",
    ambiguous: "Name of several material types: skipped. Use their ids.",
    duplicate: "Same material type as an earlier row: skipped",
    invalid: "Unclear number or measure: skipped",
    empty: "No material type or no number: skipped",
  }),
};
