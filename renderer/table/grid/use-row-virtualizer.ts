import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  useVirtualizer,
  type Range,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { scrollScale, scrollTopForRow } from "../scaled-scroll.ts";

export const ROW_HEIGHT = 33;
export const HEADER_HEIGHT = 34;
const OVERSCAN = 8;

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
  /** How wide the scrolled element is, in CSS pixels. */
  readonly width: number;
  readonly showRow: (index: number) => void;
}

/**
 * TanStack Virtual over rows of one height, its offsets scaled where the rows would be taller than Chromium
 * lays out.
 * @param kept - a row that stays rendered wherever one scrolls, because it holds the focus; or -1.
 */
export function useRowVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  kept: number,
): RowVirtualizer {
  const [viewport, setViewport] = useState(600);
  const [width, setWidth] = useState(1_000);
  const { height, scale } = scrollScale(count * ROW_HEIGHT, viewport, window.devicePixelRatio);
  const latestScale = useRef(scale);
  useLayoutEffect(() => {
    latestScale.current = scale;
  }, [scale]);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
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
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
        return kept < (indexes[0] ?? 0) ? [kept, ...indexes] : [...indexes, kept];
      },
      [kept],
    ),
  });

  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset / scale - offset;
  const items = virtualizer.getVirtualItems();
  const range = virtualizer.range;

  const showRow = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (!element) return;
      const inner = element.clientHeight - HEADER_HEIGHT;
      element.scrollTop = scrollTopForRow(index, ROW_HEIGHT, inner, element.scrollTop, latestScale.current);
    },
    [scroller],
  );

  return {
    height,
    rows: items.map(({ index, start }) => ({ index, top: start + shift })),
    firstIndex: range?.startIndex ?? 0,
    lastIndex: range?.endIndex ?? 0,
    visibleRows: Math.max(1, Math.floor(viewport / ROW_HEIGHT)),
    width,
    showRow,
  };
}
