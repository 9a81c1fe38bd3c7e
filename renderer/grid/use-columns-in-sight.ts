import { useCallback, useMemo, useRef, useSyncExternalStore, type RefObject } from "react";
import { columnsWithin, renderedColumns, type ColumnGeometry } from "./columns-in-sight.ts";
import type { PlacedColumn } from "./grid-column.ts";

/** The columns to render for the sideways scroll position; the same array while they are the same ones. */
export function useColumnsInSight(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn[],
  geometry: ColumnGeometry,
  focused: number,
): readonly PlacedColumn[] {
  // Kept here because reading it from the element forces a layout.
  const scrollLeft = useRef(0);
  const subscribe = useCallback(
    (changed: () => void) => followScrollLeft(scroller, scrollLeft, changed),
    [scroller],
  );
  // A store change renders before the next frame, so no cell appears blank.
  const key = useSyncExternalStore(subscribe, () => columnsWithin(geometry, scrollLeft.current).join(" "));
  const [first = 0, last = 0] = key.split(" ").map(Number);
  // Moving the focus among visible columns must not change the array.
  const kept = focused >= first && focused <= last ? first : focused;
  return useMemo(() => renderedColumns(columns, [first, last], kept), [columns, first, last, kept]);
}

function followScrollLeft(
  scroller: RefObject<HTMLElement | null>,
  last: RefObject<number>,
  changed: () => void,
): () => void {
  const element = scroller.current;
  const note = (): void => {
    if (!element || last.current === element.scrollLeft) return;
    last.current = element.scrollLeft;
    changed();
  };
  element?.addEventListener("scroll", note, { passive: true });
  return () => element?.removeEventListener("scroll", note);
}
