/** A series of a chart: its colour comes from its tone. */
export interface Series {
  readonly key: string;
  readonly label: string;
  readonly tone: "accent" | "warn" | "good" | "bad" | "quiet";
}

/** One value of a series, and its text, such as "1,250 m". */
export interface Part {
  readonly series: string;
  readonly value: number;
  readonly text: string;
}

/** One bar of stacked parts. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly parts: readonly Part[];
  /** Shown at the end of the bar. */
  readonly total: string;
  /** Follows the label in the tooltip. */
  readonly note?: string | undefined;
}

/** One column of stacked parts; null if nothing was observed. */
export type Column = Omit<Bar, "parts"> & { readonly parts: readonly Part[] | null };

/** A place in time; values are null if nothing was observed. */
export interface Point {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (Part | null)[];
}

/** The properties that all charts have. */
export interface ChartProps {
  /** Accessible name, such as "Stock by material type". */
  readonly name: string;
  /** One sentence about the chart, for screen readers and below the drawing. */
  readonly description: string;
  readonly series: readonly Series[];
  /** Heading of the first column in the table form. */
  readonly heading: string;
}

/** Opens the rows behind a mark. @param series null if the whole bar or column was chosen. */
export type OpenRows = (key: string, series: string | null) => void;

/** The part of a series; undefined if a bar lacks it. */
export const partOf = (parts: readonly (Part | null)[], series: string): Part | undefined =>
  parts.find((part) => part?.series === series) ?? undefined;
