import type { ReactNode } from "react";
import { CHART } from "../messages.ts";
import type { Bar, Part, Series } from "./chart-data.ts";
import type { MarkPlace } from "./chart-keys.ts";

/** A rectangle in the picture, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a chart that the user can point at, focus and open. */
export interface Mark extends MarkPlace {
  readonly key: string;
  /** The key of the series; null for a whole bar or column. */
  readonly series: string | null;
  readonly name: string;
  readonly note?: string | undefined;
  readonly box: Box;
  /** True if nothing was observed, so that the mark has no rows to open. */
  readonly isGap?: boolean;
  /** The colour of a point, which is drawn while the pointer is over it. */
  readonly tone?: Series["tone"];
  /** Texts inside the mark. The mark's name repeats them. */
  readonly content?: ReactNode;
}

/** The id of a mark within its chart. It stays the same when the data change. */
export const idOf = ({ key, series }: Mark): string => JSON.stringify([key, series]);

/** The lane of a whole bar or column. The lanes of its series follow. */
const WHOLE = 0;

/** Makes the mark of a whole bar or column. */
export function wholeMark(bar: Omit<Bar, "parts">, line: number, text: string): Omit<Mark, "box"> {
  return {
    key: bar.key,
    series: null,
    line,
    lane: WHOLE,
    name: CHART.mark({ label: bar.label, value: text }),
    note: bar.note,
  };
}

/** Makes the mark of one value of a series. @param place the place of the series. */
export function partMark(
  of: { readonly key: string; readonly label: string; readonly note?: string | undefined },
  part: Part,
  line: number,
  series: Series,
  place: number,
): Omit<Mark, "box"> {
  return {
    key: of.key,
    series: series.key,
    line,
    lane: WHOLE + 1 + place,
    name: CHART.part({ label: of.label, series: series.label, value: part.text }),
    note: of.note,
  };
}
