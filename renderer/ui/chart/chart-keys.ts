/**
 * The place of a mark: its line and its lane. The line is a bar, a column or a point; the lane is the whole, or one
 * series.
 */
export interface MarkPlace {
  readonly line: number;
  readonly lane: number;
}

/** The keys that go to the next line and to the next lane. */
export interface KeyDirections {
  readonly nextLine: string;
  readonly previousLine: string;
  readonly nextLane: string;
  readonly previousLane: string;
}

/** The keys of a bar chart. Its bars are below one another. */
export const BAR_KEYS: KeyDirections = {
  nextLine: "ArrowDown",
  previousLine: "ArrowUp",
  nextLane: "ArrowRight",
  previousLane: "ArrowLeft",
};
/** The keys of a column chart. Its columns are side by side, with their parts stacked upwards. */
export const COLUMN_KEYS: KeyDirections = {
  nextLine: "ArrowRight",
  previousLine: "ArrowLeft",
  nextLane: "ArrowUp",
  previousLane: "ArrowDown",
};
/** The keys of a line chart. Its series have the order of the legend, downwards. */
export const LINE_KEYS: KeyDirections = { ...COLUMN_KEYS, nextLane: "ArrowDown", previousLane: "ArrowUp" };

/**
 * The mark to which a key moves the focus; null for other keys. Lines and lanes without a mark are skipped. In the next
 * line, the lane stays the same if there is a mark in it.
 */
export function moveByKey<M extends MarkPlace>(
  key: string,
  from: MarkPlace,
  marks: readonly M[],
  keys: KeyDirections,
): M | null {
  const others = linesBeside(from, marks);
  switch (key) {
    case keys.nextLine:
      return markIn(others.after[0], from, marks);
    case keys.previousLine:
      return markIn(others.before.at(-1), from, marks);
    case keys.nextLane:
      return nearest(
        from,
        marks.filter(({ line, lane }) => line === from.line && lane > from.lane),
      );
    case keys.previousLane:
      return nearest(
        from,
        marks.filter(({ line, lane }) => line === from.line && lane < from.lane),
      );
    case "Home":
      return markIn(others.before[0], from, marks);
    case "End":
      return markIn(others.after.at(-1), from, marks);
    default:
      return null;
  }
}

/** Whether a key moves the focus in a chart. Such keys must never scroll the page. */
export const isChartKey = (key: string, keys: KeyDirections): boolean =>
  key === "Home" || key === "End" || Object.values(keys).includes(key);

function linesBeside(from: MarkPlace, marks: readonly MarkPlace[]) {
  const lines = [...new Set(marks.map(({ line }) => line))].toSorted((a, b) => a - b);
  return {
    before: lines.filter((line) => line < from.line),
    after: lines.filter((line) => line > from.line),
  };
}

const markIn = <M extends MarkPlace>(
  line: number | undefined,
  from: MarkPlace,
  marks: readonly M[],
): M | null =>
  nearest(
    from,
    marks.filter((mark) => mark.line === line),
  );

function nearest<M extends MarkPlace>(from: MarkPlace, marks: readonly M[]): M | null {
  const distance = ({ lane }: MarkPlace): number => Math.abs(lane - from.lane);
  return marks.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
