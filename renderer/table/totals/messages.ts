export const FIGURE_HEADINGS = ["Rows with a value", "Sum", "Average", "Smallest", "Largest"] as const;
export const NO_VALUE = "no value";
export const totalsFailed = (reason: string): string => `The totals could not be read: ${reason}`;

/** A field's row, one for each unit of measurement; null if neither the service nor the user gives one. */
export const fieldInUnit = (label: string, unit: string | null): string =>
  `${label} (${unit ?? "unit not given"})`;
