import { formatCount } from "../../base/format.ts";

export const TOTALS = { title: "Totals", of: "Totals of", figures: "Figures", column: "Column" };
/** The label of the rows that the totals cover: "Selected 12". */
export const SCOPE_LABELS = {
  selected: (rows: number): string => `Selected ${formatCount(rows)}`,
  filtered: (rows: number): string => `Shown ${formatCount(rows)}`,
  all: (rows: number): string => `All ${formatCount(rows)}`,
};
export const FIGURE_HEADINGS = ["Rows with a value", "Sum", "Average", "Smallest", "Largest"] as const;
export const NO_VALUE = "no value";
export const NOT_ADDED = "–";
/** The tooltip of missing figures: the rows have several material types, and no confirmed unit. */
export const notAddedUp = (label: string): string =>
  `${label} of different material types is not added up or compared. Filter by one material type, or confirm the units in Settings.`;
export const totalsFailed = (reason: string): string => `The totals could not be read: ${reason}`;

/** The label of a field's row, one for each unit. @param unit null if neither the service nor the user gives one. */
export const fieldInUnit = (label: string, unit: string | null): string =>
  `${label} (${unit ?? "unit not given"})`;
