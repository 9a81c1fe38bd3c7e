import { texts } from "../../../shared/base/text/texts.ts";

export const TOTALS = texts("table.totals", {
  title: "Totals",
  of: "Totals of",
  figures: "Figures",
  column: "Column",
  noValue: "no value",
  /** The tooltip of missing figures: the rows have several material types and no confirmed unit. */
  notAddedUp:
    "{label} of different material types is not added up or compared. Filter by one material type, or confirm the units in Settings.",
  failed: "The totals could not be read: {reason}",
  inUnit: "{label} ({unit})",
  noUnit: "{label} (unit not given)",
});
/** The label of the rows that the totals cover: "Selected 12". */
export const SCOPE_LABELS = texts("table.totals.scopes", {
  selected: "Selected {rows, number}",
  filtered: "Shown {rows, number}",
  all: "All {rows, number}",
});
const FIGURES = texts("table.totals.figures", {
  rows: "Rows with a value",
  sum: "Sum",
  average: "Average",
  smallest: "Smallest",
  largest: "Largest",
});
export const FIGURE_HEADINGS = [
  FIGURES.rows,
  FIGURES.sum,
  FIGURES.average,
  FIGURES.smallest,
  FIGURES.largest,
] as const;
export const NOT_ADDED = "–";

/**
 * The label of a field's line; there is one line for each unit. @param unit null if neither the service nor the user
 * gives a unit.
 */
export const fieldInUnit = (label: string, unit: string | null): string =>
  unit === null ? TOTALS.noUnit({ label }) : TOTALS.inUnit({ label, unit });
