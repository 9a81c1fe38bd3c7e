/** A series of a chart. Its tone decides its colour. */
export interface Series {
  readonly key: string;
  readonly label: string;
  readonly tone: "accent" | "warn" | "good" | "bad" | "quiet";
}

/** One value of a series, with its text: "1,250 m". */
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
  /** The total, which is shown at the end of the bar. */
  readonly total: string;
  /** A note, which follows the label in the tooltip. */
  readonly note?: string | undefined;
}

/** One column with stacked parts. The parts are null if nothing was observed. */
export type Column = Omit<Bar, "parts"> & { readonly parts: readonly Part[] | null };

/** A point in time of a line chart. Its values are null if nothing was observed. */
export interface Point {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (Part | null)[];
}

/** The properties that all charts have. */
export interface ChartProps {
  /** The accessible name: "Stock by material type". */
  readonly name: string;
  /** One sentence about the chart, for screen readers and below the drawing. */
  readonly description: string;
  readonly series: readonly Series[];
  /** The heading of the first column if the chart is shown as a table. */
  readonly heading: string;
}

/** Opens the rows that a mark stands for. @param series null if the whole bar or column was chosen. */
export type OpenRows = (key: string, series: string | null) => void;

/** The part of a series; undefined if the bar has no such part. */
export const partOf = (parts: readonly (Part | null)[], series: string): Part | undefined =>
  parts.find((part) => part?.series === series) ?? undefined;
