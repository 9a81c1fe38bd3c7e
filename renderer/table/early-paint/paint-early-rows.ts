import { clock } from "../../base/clock.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { columnsWithin, renderedColumns } from "../../grid/columns-in-sight.ts";
import { decimalsOfRows } from "../../grid/decimals.ts";
import gridClasses from "../../grid/grid.module.css";
import { foldedTerms } from "../../grid/match-ranges.ts";
import type { PlacedColumn } from "../columns/column-layout.ts";
import { RowPainter, PaintedBox, type PaintedRowInput } from "../../grid/row-painter.ts";
import { HEADER_HEIGHT, SELECTOR_WIDTH } from "../../grid/sizes.ts";
import { scrollScale } from "../../grid/scaled-scroll.ts";
import { cellContent } from "../columns/cell-content.ts";
import classes from "./early-paint.module.css";
import type { LayoutSnapshot, PlacedText } from "./layout-snapshot.ts";

/** Attributes that make an element part of the grid. The early rows must be inert, so these attributes are removed. */
const OF_THE_GRID = ["role", "tabindex", "data-cell", "aria-rowindex", "aria-colindex"] as const;

type Window = CallOutput<"queryPage">;

let layer: HTMLElement | null = null;
/** True once the page has rendered. After that, nothing is painted early. */
let isOver = false;

/** Paints inert rows at the table's place, with the painter of the table. @returns whether rows were painted. */
export function paintEarlyRows(snapshot: LayoutSnapshot, answer: Window): boolean {
  if (isOver || answer.rows.length === 0) return false;
  const { inset, widths, windowWidth } = snapshot;
  const viewportWidth = windowWidth - inset.left - inset.right;
  const inSight = columnsWithin({ widths, start: SELECTOR_WIDTH, viewportWidth }, 0);
  const columns = renderedColumns(snapshot.columns, inSight, 0);
  layer = box(classes.layer);
  layer.inert = true;
  layer.dataset["earlyPaint"] = "";
  const rail = box(classes.rail);
  rail.style.width = `${inset.left}px`;
  const table = box(classes.table);
  Object.assign(table.style, px(inset));
  const scroller = box(gridClasses.scroller);
  scroller.style.cssText = snapshot.style;
  if (snapshot.loose) scroller.dataset["loose"] = "true";
  const body = box(gridClasses.body);
  scroller.append(header(columns, snapshot), body);
  table.append(scroller);
  layer.append(rail, ...snapshot.words.map(textAt), table);
  document.body.append(layer);
  paintRows(body, columns, snapshot, answer);
  for (const part of layer.querySelectorAll("[role]"))
    for (const name of OF_THE_GRID) part.removeAttribute(name);
  return true;
}

/** Removes the early rows once the page has rendered. After that, none are painted. */
export function endEarlyPaint(): void {
  isOver = true;
  layer?.remove();
  layer = null;
}

/** Paints rows into a body. @param body must already be in the document, because the painter measures with its font. */
function paintRows(
  body: HTMLElement,
  columns: readonly PlacedColumn[],
  { inset, rowHeight, widths, query }: LayoutSnapshot,
  { rows, total }: Window,
): void {
  const viewport = window.innerHeight - inset.top - inset.bottom - HEADER_HEIGHT;
  const height = (total ?? rows.length) * rowHeight;
  body.style.height = `${scrollScale(height, viewport, window.devicePixelRatio).height}px`;
  const specs = columns.map(({ spec }) => spec);
  const common = {
    columns,
    activeColumn: null,
    open: false,
    selected: false,
    changed: "",
    verified: null,
    now: clock.now(),
    decimals: decimalsOfRows(specs, rows),
    terms: foldedTerms(query.search ?? ""),
  };
  const lines = rows
    .slice(0, Math.ceil(viewport / rowHeight))
    .map((row, index): PaintedRowInput<Field> => ({ ...common, index, top: index * rowHeight, row }));
  new RowPainter(cellContent).paint(body, lines, widths, false);
}

function header(columns: readonly PlacedColumn[], { query }: LayoutSnapshot): HTMLElement {
  const group = box(gridClasses.headerGroup);
  const row = box(gridClasses.header);
  const selector = box(gridClasses.selectorHeader);
  selector.append(new PaintedBox().element);
  row.append(selector);
  for (const { spec, pin, edge, style } of columns) {
    const cell = box(gridClasses.headerCell);
    cell.ariaSort = query.sort?.some(({ field }) => field === spec.id) ? "other" : "none";
    cell.dataset["kind"] = spec.field.kind;
    if (pin) cell.dataset["pin"] = pin;
    if (edge) cell.dataset["edge"] = "true";
    Object.assign(cell.style, style);
    const label = box(gridClasses.headerLabel);
    label.textContent = spec.label;
    cell.append(label, box(gridClasses.resizer));
    row.append(cell);
  }
  group.append(row);
  return group;
}

function textAt({ text, left, top, width, height }: PlacedText): HTMLElement {
  const element = box(classes.text);
  element.textContent = text;
  Object.assign(element.style, px({ left, top, width, height, lineHeight: height }));
  return element;
}

function px(sizes: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}px`]));
}

function box(className: string | undefined): HTMLElement {
  const element = document.createElement("div");
  element.className = className ?? "";
  return element;
}
