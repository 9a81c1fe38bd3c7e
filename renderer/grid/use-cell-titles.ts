import { useLayoutEffect, useRef, type PointerEvent } from "react";
import type { ColumnSpec, GridField, GridRow, PlacedColumn } from "./grid-column.ts";
import { placeOf } from "./grid-keys.ts";

/** Sets the tooltip of the cell under the pointer to its exact value. Painting a row would be slower if it set titles. */
export function useCellTitles<F extends GridField>(
  columns: readonly PlacedColumn<F>[],
  rowAt: (index: number) => GridRow | undefined,
  titleOf: (column: ColumnSpec<F>, row: GridRow) => string | undefined,
): (event: PointerEvent) => void {
  const titled = useRef<HTMLElement | null>(null);
  const entitle = (cell: HTMLElement): void => {
    const place = placeOf(cell);
    const [row, column] = place ? [rowAt(place.row), columns[place.column]] : [];
    const title = row && column && titleOf(column.spec, row);
    if (title === undefined) cell.removeAttribute("title");
    else cell.setAttribute("title", title);
  };
  // The element may show another row after a scroll.
  useLayoutEffect(() => {
    if (titled.current) entitle(titled.current);
  });
  return ({ target }) => {
    const cell =
      target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"][data-cell]') : null;
    if (cell === titled.current) return;
    titled.current?.removeAttribute("title");
    titled.current = cell;
    if (cell) entitle(cell);
  };
}
