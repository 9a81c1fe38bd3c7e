import { widthOf } from "./sizes.ts";
import type { GridField, PlacedColumn } from "./grid-column.ts";

/**
 * The width of columns rendered beyond each side of the visible area, in CSS pixels. They are needed because the
 * browser scrolls before the page renders.
 */
const OVERSCAN = 240;

/** The horizontal positions of the columns, in CSS pixels. */
export interface ColumnGeometry {
  readonly widths: readonly number[];
  /** The width of the space before the first column. */
  readonly start: number;
  readonly viewportWidth: number;
}

/** The first and last column in or near the visible area. Pins are ignored. */
export function columnsWithin(
  { widths, start, viewportWidth }: ColumnGeometry,
  scrollLeft: number,
): readonly [first: number, last: number] {
  const [from, to] = [scrollLeft - OVERSCAN, scrollLeft + viewportWidth + OVERSCAN];
  let left = start;
  let [first, last] = [widths.length, -1];
  for (const [at, width] of widths.entries()) {
    if (left + width > from && left < to) [first, last] = [Math.min(first, at), at];
    left += width;
  }
  return [first, last];
}

/**
 * Chooses the columns to render: the columns in a range, pinned columns and the focused column. A column after a gap
 * gets an explicit position.
 */
export function renderedColumns<F extends GridField>(
  columns: readonly PlacedColumn<F>[],
  [first, last]: readonly [first: number, last: number],
  focused: number,
): readonly PlacedColumn<F>[] {
  const rendered = columns.filter(
    ({ at, pin }) => (at >= first && at <= last) || pin !== undefined || at === focused,
  );
  if (rendered.length === columns.length) return columns;
  return rendered.map((column, place) => {
    const next = (rendered[place - 1]?.at ?? -1) + 1;
    if (next === column.at || column.pin === "right") return column;
    const leftOut = columns.slice(next, column.at).map(({ at }) => widthOf(at));
    return {
      ...column,
      style: { ...column.style, gridColumnStart: column.at + 2 },
      gap: `calc(${leftOut.join(" + ")})`,
    };
  });
}
