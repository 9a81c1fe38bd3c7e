import { clampWidth } from "./sizes.ts";

/** The padding of a cell at both sides, and a pixel for what is rounded. */
const CELL_PADDING = 25;
/** The mark before a status, which is no part of the text. */
const STATUS_WIDTH = 17;
/** The width of the header's controls: menu button, sort arrow, sort place, filter mark. */
const HEADER_CONTROLS_WIDTH = CELL_PADDING + 64;

/** The width at which a column shows its rendered cells and its header in full. */
export function fitWidth(grid: Element, id: string): number {
  const cells = [...grid.querySelectorAll(`[role="gridcell"][data-field="${CSS.escape(id)}"]`)];
  const label = grid.querySelector(`[data-column="${CSS.escape(id)}"] [data-label]`);
  const widths = cells.map(
    (cell) => contentWidth(cell) + CELL_PADDING + (cell.hasAttribute("data-status") ? STATUS_WIDTH : 0),
  );
  return clampWidth(Math.ceil(Math.max(label ? contentWidth(label) + HEADER_CONTROLS_WIDTH : 0, ...widths)));
}

function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
