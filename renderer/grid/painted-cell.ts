import type { CellContent, GridField, GridRow, PlacedColumn, ReadCell } from "./grid-column.ts";
import { matchRanges } from "./match-ranges.ts";
import { widthOf } from "./sizes.ts";
import { reflect } from "./reflect.ts";
import type { Decimals } from "./decimals.ts";
import classes from "./grid.module.css";
import { CELL } from "./messages.ts";

/**
 * Estimates without layout whether a text fits, from the widths of its characters. Each character is measured once;
 * every digit has the width of the widest digit.
 */
export class TextMeasurer {
  readonly #context = document.createElement("canvas").getContext("2d");
  readonly #widths = new Map<string, number>();

  constructor(font: string) {
    if (this.#context) this.#context.font = font;
    const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
    const widest = Math.max(...digits.map((digit) => this.#widthOf(digit)));
    for (const digit of digits) this.#widths.set(digit, widest);
  }

  /** Whether a text fits. @param capacity the available width, in CSS pixels. */
  fits(text: string, capacity: number): boolean {
    let width = 0;
    for (const character of text) {
      width += this.#widthOf(character);
      if (width > capacity) return false;
    }
    return true;
  }

  #widthOf(character: string): number {
    const known = this.#widths.get(character);
    if (known !== undefined) return known;
    const width = this.#context?.measureText(character).width ?? Number.POSITIVE_INFINITY;
    this.#widths.set(character, width);
    return width;
  }
}

export interface CellState {
  readonly active: boolean;
  /** Whether a refresh changed the value and the user has not seen it yet. */
  readonly changed: boolean;
  /** The current time in ms since the epoch, for ages. */
  readonly now: number;
  readonly decimals: Decimals;
  /** The folded terms of the search, which the cell marks. */
  readonly terms: readonly string[];
  /** The column's width, in CSS pixels. */
  readonly width: number;
  readonly measurers: TextMeasurers;
}

export interface TextMeasurers {
  readonly plain: TextMeasurer;
  readonly mono: TextMeasurer;
}

/** The width of both paddings of a cell; below, of its badge. In CSS pixels. */
const PADDING = 24;
const BADGE = 17;

/** A cell of the grid, which is one element. To show another row, the cell changes only what differs. */
export class PaintedCell<F extends GridField> {
  readonly element = document.createElement("div");
  readonly #text = document.createTextNode("");
  readonly #read: ReadCell<F>;
  #bare = false;

  constructor(read: ReadCell<F>) {
    this.#read = read;
    this.element.role = "gridcell";
  }

  place({ spec, at, pin, edge, style, gap }: PlacedColumn<F>): void {
    const { element } = this;
    reflect(element, "aria-colindex", String(at + 2));
    reflect(element, "data-kind", spec.field.kind);
    reflect(element, "data-field", spec.id);
    reflect(element, "data-pin", pin);
    reflect(element, "data-edge", edge ? "true" : undefined);
    element.style.left = String(style?.left ?? "");
    element.style.right = String(style?.right ?? "");
    element.style.width = widthOf(at);
    element.style.marginInlineStart = gap ?? "";
  }

  show(index: number, row: GridRow | undefined, { spec, at }: PlacedColumn<F>, state: CellState): void {
    const { element } = this;
    const content = row && this.#read(spec, row, state.now, state.decimals[spec.field.name] ?? 0);
    const empty = content?.look === "empty";
    const className = content?.badge?.className ?? classes.cell;
    if (className !== undefined && element.className !== className) element.className = className;
    reflect(element, "aria-label", empty ? CELL.empty : undefined);
    reflect(element, "data-cell", `${index}:${at}`);
    reflect(element, "data-look", content?.look);
    reflect(element, "data-status", content?.badge?.status);
    reflect(element, "data-changed", state.changed ? "true" : undefined);
    reflect(element, "tabindex", state.active ? "0" : "-1");
    this.#fill(content, state);
    reflect(element, "data-cut", this.#fits(content, state) ? undefined : "true");
  }

  /** True if the text certainly fits into the cell. All other cells are clipped, which costs memory and time. */
  #fits(content: CellContent | undefined, { width, measurers }: CellState): boolean {
    if (!this.#bare || !content || content.badge?.hasOwnFont) return false;
    const ruler = content.look === "mono" ? measurers.mono : measurers.plain;
    return ruler.fits(content.text, width - PADDING - (content.badge === null ? 0 : BADGE));
  }

  #fill(content: CellContent | undefined, { changed, terms }: CellState): void {
    const ranges = content?.searched ? matchRanges(content.text, terms) : [];
    if (content && !changed && content.aside === "" && ranges.length === 0) {
      if (!this.#bare) this.element.replaceChildren(this.#text);
      if (this.#text.data !== content.text) this.#text.data = content.text;
      this.#bare = true;
      return;
    }
    this.#bare = false;
    const parts = content ? marked(content.text, ranges) : [span(classes.skeleton)];
    if (changed) parts.unshift(changedMark());
    if (content && content.aside !== "") parts.push(span("sd-dimmed", ` · ${content.aside}`));
    this.element.replaceChildren(...parts);
  }
}

function marked(text: string, ranges: ReturnType<typeof matchRanges>): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    const mark = document.createElement("mark");
    mark.className = classes.found ?? "";
    mark.textContent = text.slice(from, to);
    parts.push(text.slice(end, from), mark);
    end = to;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

function changedMark(): Element {
  const mark = span(classes.changed);
  mark.role = "img";
  mark.ariaLabel = CELL.changed;
  mark.title = CELL.changedHint;
  return mark;
}

function span(className: string | undefined, text = ""): HTMLElement {
  const element = document.createElement("span");
  element.className = className ?? "";
  element.textContent = text;
  return element;
}
