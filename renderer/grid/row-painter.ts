import { reflect, reorder } from "./reflect.ts";
import boxClasses from "./select-box.module.css";
import type { GridField, GridRow, PlacedColumn, ReadCell } from "./grid-column.ts";
import { SELECTOR } from "./grid-keys.ts";
import { PaintedCell, TextMeasurer, type CellState, type TextMeasurers } from "./painted-cell.ts";
import classes from "./grid.module.css";
import { selectRow } from "./messages.ts";

/**
 * Reuses the elements of rows that left the screen for rows that enter it. A row that stays keeps its element, and so
 * the focus.
 */
export function placeInSlots<Element>(
  before: ReadonlyMap<number, Element>,
  indexes: readonly number[],
  create: () => Element,
): { readonly placed: ReadonlyMap<number, Element>; readonly left: readonly Element[] } {
  const stays = new Set(indexes);
  const free = [...before].flatMap(([index, element]) => (stays.has(index) ? [] : [element]));
  const placed = new Map(
    indexes.map((index) => [index, before.get(index) ?? free.shift() ?? create()] as const),
  );
  return { placed, left: free };
}

/** The checkbox of a painted row. */
export class PaintedBox {
  readonly element = document.createElement("span");

  constructor() {
    const box = document.createElement("span");
    box.className = boxClasses.box ?? "";
    box.ariaHidden = "true";
    this.element.role = "checkbox";
    this.element.className = boxClasses.target ?? "";
    this.element.append(box);
  }

  show(cell: string, checked: boolean, label: string, tabStop: boolean): void {
    reflect(this.element, "aria-checked", String(checked));
    reflect(this.element, "aria-label", label);
    reflect(this.element, "data-cell", cell);
    reflect(this.element, "tabindex", tabStop ? "0" : "-1");
  }
}

interface RowState<F extends GridField> extends Pick<CellState, "now" | "decimals" | "terms" | "measurers"> {
  readonly index: number;
  /** The distance from the top of the scrolled element, in CSS pixels. */
  readonly top: number;
  readonly row: GridRow | undefined;
  readonly columns: readonly PlacedColumn<F>[];
  /** The widths of all columns, in CSS pixels. */
  readonly widths: readonly number[];
  /** The column that has the tab stop; null if the tab stop is in another row. */
  readonly activeColumn: number | null;
  readonly open: boolean;
  readonly selected: boolean;
  /** The time at which the service last confirmed the record, in words; null if never. */
  readonly verified: string | null;
  /** The fields with a refreshed value that is still unseen, separated by spaces. */
  readonly changed: string;
}

/** The parts of a row's state on which its cells depend. */
const CELL_STATE = [
  "index",
  "row",
  "columns",
  "widths",
  "activeColumn",
  "changed",
  "now",
  "decimals",
  "terms",
  "measurers",
] as const;

/** A row of the grid. To show another record, the row changes only what differs. */
class PaintedRow<F extends GridField> {
  readonly element = document.createElement("div");
  readonly #selector = document.createElement("div");
  readonly #box = new PaintedBox();
  readonly #verified = document.createElement("span");
  readonly #read: ReadCell<F>;
  #cells: ReadonlyMap<string, PaintedCell<F>> = new Map();
  #state: RowState<F> | null = null;

  constructor(read: ReadCell<F>) {
    this.#read = read;
    this.element.role = "row";
    this.element.className = classes.row ?? "";
    this.#selector.role = "gridcell";
    this.#selector.ariaColIndex = "1";
    this.#selector.className = classes.selector ?? "";
    this.#selector.append(this.#box.element);
    this.#verified.role = "img";
    this.#verified.className = classes.verified ?? "";
    this.element.append(this.#selector);
  }

  show(state: RowState<F>): void {
    const before = this.#state;
    this.#state = state;
    const { element } = this;
    if (before?.top !== state.top) element.style.top = `${state.top}px`;
    reflect(element, "aria-rowindex", String(state.index + 2));
    reflect(element, "aria-selected", String(state.selected));
    reflect(element, "aria-current", state.open ? "true" : undefined);
    reflect(element, "aria-busy", String(state.row === undefined));
    reflect(element, "data-index", String(state.index));
    reflect(element, "data-active", state.activeColumn === null ? undefined : "true");
    this.#box.show(
      `${state.index}:${SELECTOR}`,
      state.selected,
      selectRow(nameOf(state.row)),
      state.activeColumn === SELECTOR,
    );
    this.#showVerified(state.verified);
    if (before?.columns !== state.columns) this.#place(state.columns);
    if (!before || CELL_STATE.some((name) => before[name] !== state[name])) this.#showCells(state);
  }

  #showVerified(words: string | null): void {
    if (words === null) return this.#verified.remove();
    reflect(this.#verified, "aria-label", words);
    reflect(this.#verified, "title", words);
    if (!this.#verified.isConnected) this.#selector.append(this.#verified);
  }

  #place(columns: readonly PlacedColumn<F>[]): void {
    const before = this.#cells;
    this.#cells = new Map(
      columns.map(({ spec }) => [spec.id, before.get(spec.id) ?? new PaintedCell(this.#read)]),
    );
    for (const [id, { element }] of before) if (!this.#cells.has(id)) element.remove();
    for (const column of columns) {
      const cell = this.#cells.get(column.spec.id);
      if (!cell) continue;
      cell.place(column);
      if (cell.element.parentElement === null) this.element.append(cell.element);
    }
    reorder([...this.#cells.values()].map(({ element }) => element));
  }

  #showCells(state: RowState<F>): void {
    const changedFields = state.changed === "" ? [] : state.changed.split(" ");
    const { now, decimals, terms, measurers } = state;
    for (const column of state.columns) {
      const changed = changedFields.includes(column.spec.field.name);
      const active = state.activeColumn === column.at;
      const width = state.widths[column.at] ?? 0;
      const cell = { active, changed, now, decimals, terms, width, measurers };
      this.#cells.get(column.spec.id)?.show(state.index, state.row, column, cell);
    }
  }
}

function nameOf(row: GridRow | undefined): string | undefined {
  const name = row?.["name"];
  return typeof name === "string" ? name : undefined;
}

/** The state of one row on screen, without the parts that all rows share. */
export type PaintedRowInput<F extends GridField> = Omit<RowState<F>, "measurers" | "widths">;

/** Paints the grid's rows without React. With React, painting takes three times as long during a scroll. */
export class RowPainter<F extends GridField> {
  readonly #read: ReadCell<F>;
  #rows: ReadonlyMap<number, PaintedRow<F>> = new Map();
  #measurers: TextMeasurers | null = null;
  #widths: readonly number[] = [];

  constructor(read: ReadCell<F>) {
    this.#read = read;
  }

  /**
   * Paints rows into the body, which also contains headings that React renders. @param ordered whether to put the
   * elements in the order of the rows, for screen readers. Ordering the elements is too slow during a scroll.
   */
  paint(
    body: Element,
    rows: readonly PaintedRowInput<F>[],
    widths: readonly number[],
    ordered: boolean,
  ): void {
    this.#measurers ??= measurersOf(body);
    // Rows compare arrays by identity, so the old array is kept while the widths stay equal.
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

/** The font weight of names, which are the boldest text in a cell. */
const NAME_FONT_WEIGHT = 500;
const MONO_SIZE = 0.92;

function measurersOf(body: Element): TextMeasurers {
  const style = getComputedStyle(body);
  const size = Number.parseFloat(style.fontSize);
  return {
    plain: new TextMeasurer(`${NAME_FONT_WEIGHT} ${size}px ${style.fontFamily}`),
    mono: new TextMeasurer(
      `${size * MONO_SIZE}px ${style.getPropertyValue("--mantine-font-family-monospace")}`,
    ),
  };
}
