import type { ReadCell } from "./grid-column.ts";
import type { TextMeasurers } from "./painted-cell.ts";
import { PaintedRow, type RowState } from "./painted-row.ts";
import { reorder } from "./reflect.ts";
import { placeInSlots } from "./row-slots.ts";
import { TextMeasurer } from "./text-measurer.ts";

/** The state of one row on screen, without the state that all rows share. */
export type PaintedRowInput = Omit<RowState, "measurers" | "widths">;

/** Paints the grid's rows without React. React's comparison takes three times as long in a scroll. */
export class RowPainter {
  readonly #read: ReadCell;
  #rows: ReadonlyMap<number, PaintedRow> = new Map();
  #measurers: TextMeasurers | null = null;
  #widths: readonly number[] = [];

  constructor(read: ReadCell) {
    this.#read = read;
  }

  /** Paints rows into a body that React's headings share. @param ordered for screen readers; a scroll has no time for it. */
  paint(body: Element, rows: readonly PaintedRowInput[], widths: readonly number[], ordered: boolean): void {
    this.#measurers ??= measurersOf(body);
    // Equal widths keep their array, so that rows painted with it are not painted again.
    if (widths.join() !== this.#widths.join()) this.#widths = widths;
    const all = { measurers: this.#measurers, widths: this.#widths };
    const { placed, left } = placeInSlots(
      this.#rows,
      rows.map(({ index }) => index),
      () => new PaintedRow(this.#read),
    );
    for (const { element } of left) element.remove();
    for (const state of rows) placed.get(state.index)?.show({ ...state, ...all });
    for (const { element } of placed.values()) if (element.parentElement !== body) body.append(element);
    this.#rows = placed;
    if (ordered) reorder([...body.children].toSorted((a, b) => placeOfLine(a) - placeOfLine(b)));
  }

  clear(): void {
    for (const { element } of this.#rows.values()) element.remove();
    this.#rows = new Map();
  }
}

const placeOfLine = (line: Element): number => Number(line.getAttribute("data-index"));

/** The font weight of names, and the size of ids relative to other texts. Names are the heaviest text in a cell. */
const HEAVIEST = 500;
const MONO_SIZE = 0.92;

function measurersOf(body: Element): TextMeasurers {
  const style = getComputedStyle(body);
  const size = Number.parseFloat(style.fontSize);
  return {
    plain: new TextMeasurer(`${HEAVIEST} ${size}px ${style.fontFamily}`),
    mono: new TextMeasurer(
      `${size * MONO_SIZE}px ${style.getPropertyValue("--mantine-font-family-monospace")}`,
    ),
  };
}
