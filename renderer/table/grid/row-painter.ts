import { PaintedRow, type RowState } from "./painted-row.ts";
import { reorder } from "./reflect.ts";
import { placeInSlots } from "./row-slots.ts";

/**
 * The rows in the body of the grid. They are painted without React: a frame of a scroll changes a hundred texts and a
 * few attributes, and comparing elements that describe them would take three times as long as changing them.
 */
export class RowPainter {
  #rows: ReadonlyMap<number, PaintedRow> = new Map();

  /**
   * @param body what the rows stand in, among the lines that React puts there.
   * @param rows those on screen, in their order.
   * @param ordered whether the elements are to stand in the order of the lines, as a screen reader reads them; else they
   * stay where they are, which a frame of a scroll has no time to change.
   */
  paint(body: Element, rows: readonly RowState[], ordered: boolean): void {
    const { placed, left } = placeInSlots(
      this.#rows,
      rows.map(({ index }) => index),
      () => new PaintedRow(),
    );
    for (const { element } of left) element.remove();
    for (const state of rows) placed.get(state.index)?.show(state);
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
