/** The index of the column with checkboxes. The other columns are numbered from 0. */
export const SELECTOR = -1;

/** The place of a cell. The header is row -1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The place of the cell that is or contains an element; null outside cells. */
export function placeOf(target: EventTarget): CellPlace | null {
  if (!(target instanceof Element)) return null;
  // A click on the free space in a heading's row counts as a click on the heading.
  const heading = (): HTMLElement | null | undefined =>
    target.closest("[data-group]")?.querySelector<HTMLElement>('[data-cell][aria-colindex="2"]');
  const cell = target.closest<HTMLElement>("[data-cell]") ?? heading();
  const [row, column] = (cell?.dataset["cell"] ?? "").split(":").map(Number);
  return row === undefined || column === undefined || !cell ? null : { row, column };
}

export interface GridBounds {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows by which PageUp and PageDown move. */
  readonly page: number;
}

/**
 * The place to which a key moves the focus, by the ARIA grid pattern; null for other keys. @see
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function moveByKey(key: string, ctrl: boolean, from: CellPlace, bounds: GridBounds): CellPlace | null {
  const to = destination(key, ctrl, from, bounds);
  if (!to) return null;
  return { row: clamp(to.row, -1, bounds.rows - 1), column: clamp(to.column, SELECTOR, bounds.columns - 1) };
}

function destination(
  key: string,
  ctrl: boolean,
  { row, column }: CellPlace,
  bounds: GridBounds,
): CellPlace | null {
  switch (key) {
    case "ArrowDown":
      return { row: row + 1, column };
    case "ArrowUp":
      return { row: row - 1, column };
    case "ArrowRight":
      return { row, column: column + 1 };
    case "ArrowLeft":
      return { row, column: column - 1 };
    case "PageDown":
      return { row: row + bounds.page, column };
    case "PageUp":
      // PageUp stops at the first row. The header can be reached by the arrow key.
      return { row: row < 0 ? row : Math.max(0, row - bounds.page), column };
    case "Home":
      return ctrl ? { row: 0, column: 0 } : { row, column: 0 };
    case "End":
      return { row: ctrl ? bounds.rows - 1 : row, column: bounds.columns - 1 };
    default:
      return null;
  }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
