import type { ReadCell } from "./grid-column.ts";
import type { TextMeasurers } from "./painted-cell.ts";
import { PaintedRow, type RowState } from "./painted-row.ts";
import { reorder } from "./reflect.ts";
import { placeInSlots } from "./row-slots.ts";
import { TextMeasurer } from "./text-measurer.ts";

/** A row on screen, beside what all of them have in common. */
export type PaintedRowInput = Omit<RowState, "measurers" | "widths">;

/**
 * The rows in the body of the grid. They are painted without React: a frame of a scroll changes a hundred texts and a
 * few attributes, and comparing elements that describe them would take three times as long as changing them.
 */
export class RowPainter {
  readonly #read: ReadCell;
  #rows: ReadonlyMap<number, PaintedRow> = new Map();
  #measurers: TextMeasurers | null = null;
  #widths: readonly number[] = [];

  /** @param read what the cells show. */
  constructor(read: ReadCell) {
    this.#read = read;
  }

  /**
   * @param body what the rows stand in, among the lines that React puts there.
   * @param rows those on screen, in their order. @param widths of all columns, in CSS pixels.
   * @param ordered whether the elements are to stand in the order of the lines, as a screen reader reads them; else they
   * stay where they are, which a frame of a scroll has no time to change.
   */
  paint(body: Element, rows: readonly PaintedRowInput[], widths: readonly number[], ordered: boolean): void {
    this.#measurers ??= measurersOf(body);
    // The same array while the widths are the same: rows that were painted with it need not be again.
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

  /** Takes all rows away. */
  clear(): void {
    for (const { element } of this.#rows.values()) element.remove();
    this.#rows = new Map();
  }
}

const placeOfLine = (line: Element): number => Number(line.getAttribute("data-index"));

/** The weight of names, which is the heaviest of a text that fills a cell, and the size of an id beside that of a text. */
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
