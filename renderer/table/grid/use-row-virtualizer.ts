import { observeElementOffset, observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { scrollScale, scrollTopForRow } from "../scaled-scroll.ts";
import { useOverscan } from "./use-overscan.ts";

export const HEADER_HEIGHT = 34;

/** A row to render, and how far below the top of the scrolled element. */
export interface PlacedRow {
  readonly index: number;
  readonly top: number;
}

/** The rows to render for the present scroll position, any number of rows being reachable. */
export interface RowVirtualizer {
  readonly height: number;
  readonly rows: readonly PlacedRow[];
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly visibleRows: number;
  /** True while somebody scrolls. */
  readonly scrolling: boolean;
  /** How wide the scrolled element is, in CSS pixels. */
  readonly width: number;
  readonly showRow: (index: number) => void;
  /** Scrolls so many rows down, or up where it is negative. */
  readonly shiftBy: (rows: number) => void;
}

/**
 * TanStack Virtual over rows of one height, its offsets scaled where the rows would be taller than Chromium
 * lays out.
 * @param rowHeight - in CSS pixels; another one keeps the first row in sight.
 * @param kept - a row that stays rendered wherever one scrolls, because it holds the focus; or -1.
 * @param list - stands for the query.
 */
export function useRowVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  kept: number,
  list: unknown,
): RowVirtualizer {
  const [viewport, setViewport] = useState(600);
  const [width, setWidth] = useState(1_000);
  const { height, scale } = scrollScale(count * rowHeight, viewport, window.devicePixelRatio);
  const latestScale = useRef(scale);
  useLayoutEffect(() => {
    latestScale.current = scale;
  }, [scale]);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The rows are chosen below; of the virtualizer, what is in sight.
    overscan: 0,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        const inner = Math.max(0, rect.height - HEADER_HEIGHT);
        setViewport(inner);
        setWidth(rect.width);
        report({ width: rect.width, height: inner });
      }),
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, scrolling) => report(offset * latestScale.current, scrolling)),
    scrollToFn: (offset, _options, instance) => {
      if (instance.scrollElement) instance.scrollElement.scrollTop = offset / latestScale.current;
    },
  });

  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset / scale - offset;
  virtualizer.getVirtualItems();
  const firstIndex = virtualizer.range?.startIndex ?? 0;
  const lastIndex = virtualizer.range?.endIndex ?? 0;
  const overscan = useOverscan(firstIndex, virtualizer.isScrolling, list);
  const indexes = virtualizer.range
    ? indexesFrom(firstIndex - overscan, lastIndex + overscan, count, kept)
    : [];

  const showRow = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (!element) return;
      const inner = element.clientHeight - HEADER_HEIGHT;
      element.scrollTop = scrollTopForRow(index, rowHeight, inner, element.scrollTop, latestScale.current);
    },
    [scroller, rowHeight],
  );
  const shiftBy = useCallback(
    (rows: number): void => {
      if (scroller.current) scroller.current.scrollTop += (rows * rowHeight) / latestScale.current;
    },
    [scroller, rowHeight],
  );

  // Another height leaves every offset behind: the measures are made anew and the first row in sight stays so.
  const measuredHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return;
    const ratio = rowHeight / measuredHeight.current;
    measuredHeight.current = rowHeight;
    virtualizer.measure();
    if (scroller.current) scroller.current.scrollTop *= ratio;
  }, [rowHeight, scroller, virtualizer]);

  return {
    height,
    rows: indexes.map((index) => ({ index, top: index * rowHeight + shift })),
    firstIndex,
    lastIndex,
    scrolling: virtualizer.isScrolling,
    visibleRows: Math.max(1, Math.floor(viewport / rowHeight)),
    width,
    showRow,
    shiftBy,
  };
}

/** The rows between two, as far as there are so many, and the one that is kept wherever it is. */
function indexesFrom(first: number, last: number, count: number, kept: number): number[] {
  const [from, to] = [Math.max(0, first), Math.min(count - 1, last)];
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return indexes;
  return kept < from ? [kept, ...indexes] : [...indexes, kept];
}
