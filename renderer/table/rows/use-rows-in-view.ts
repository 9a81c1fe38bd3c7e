import { useLayoutEffect, useState, type RefObject } from "react";
import { useRowVirtualizer, type RowVirtualizer } from "../../grid/use-row-virtualizer.ts";
import { ROW_HEIGHTS } from "../columns/density.ts";
import { useLineCount, useTableRows, type TableRows } from "../query/use-table-rows.ts";
import type { TableModel } from "./table-model.ts";

export interface RowsInView extends TableRows {
  readonly virtual: RowVirtualizer;
}

/**
 * The rows of a table at its scroll position.
 * @param focusedRow always rendered. @param isFrozen whether no row may move.
 */
export function useRowsInView(
  { resource, view, result, shownRows }: TableModel,
  scroller: RefObject<HTMLDivElement | null>,
  focusedRow: number,
  isFrozen: boolean,
): RowsInView {
  const lineCount = useLineCount(shownRows, result);
  const rowHeight = ROW_HEIGHTS[view.density];
  const virtual = useRowVirtualizer(scroller, lineCount, rowHeight, focusedRow, result.shown);
  const [shift, setShift] = useState<{ readonly rows: number } | null>(null);
  const rows = useTableRows(resource, shownRows, result, {
    first: virtual.firstIndex,
    last: virtual.lastIndex,
    isFrozen,
    isAnchored: () => (scroller.current?.scrollTop ?? 0) > 0,
    onShift: (down) => setShift({ rows: down }),
  });
  const { shiftBy } = virtual;
  useLayoutEffect(() => {
    if (shift) shiftBy(shift.rows);
    // Each shift runs once, even if the row height changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shift]);
  return { ...rows, virtual };
}
