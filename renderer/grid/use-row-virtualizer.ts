import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useEffectEvent,
  useEffect,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { clock, type Timer } from "../base/clock.ts";
import { rowsWithin, scrollScale, scrollTopForRow } from "./scaled-scroll.ts";
import { HEADER_HEIGHT } from "./sizes.ts";

interface ScrollState {
  readonly top: number;
  readonly scrolling: boolean;
  readonly width: number;
  readonly height: number;
}

/** Ms without a scroll event after which a scroll counts as ended. */
const SCROLL_END_MS = 150;

/** Follows an element's scroll position and size. The new state is rendered before the frame that shows the change. */
function useScrollState(
  scroller: RefObject<HTMLElement | null>,
): readonly [state: ScrollState, scrollTo: (top: number) => void] {
  // The measured size replaces this value before the first frame.
  const [state, setState] = useState<ScrollState>(() => ({
    top: 0,
    scrolling: false,
    width: window.innerWidth,
    height: window.innerHeight,
  }));
  const rest = useRef<Timer>(undefined);
  const follow = useCallback((top: number) => {
    setState((before) => (before.top === top ? before : { ...before, top, scrolling: true }));
    rest.current?.stop();
    rest.current = clock.after(SCROLL_END_MS, () =>
      setState((before) => (before.scrolling ? { ...before, scrolling: false } : before)),
    );
  }, []);
  const scrollTo = (top: number): void => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTo({ top, behavior: "instant" });
    follow(element.scrollTop);
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = (): void => flushSync(() => follow(element.scrollTop));
    element.addEventListener("scroll", onScroll, { passive: true });
    const sized = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0];
      if (!size) return;
      const { inlineSize: width, blockSize: height } = size;
      flushSync(() =>
        setState((before) =>
          before.width === width && before.height === height ? before : { ...before, width, height },
        ),
      );
    });
    sized.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      sized.disconnect();
      rest.current?.stop();
    };
  }, [scroller, follow]);
  return [state, scrollTo];
}

/** A row to render, and its distance from the top of the scrolled element. */
export interface PlacedRow {
  readonly index: number;
  readonly top: number;
}

/** The rows to render at the present scroll position. The list may have any number of rows. */
export interface RowVirtualizer {
  readonly height: number;
  readonly rows: readonly PlacedRow[];
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly visibleRows: number;
  readonly scrolling: boolean;
  readonly width: number;
  readonly showRow: (index: number) => void;
  readonly shiftBy: (rows: number) => void;
}

/**
 * Chooses the rows that a scrolled element renders; all rows have the same height. @param kept the index of a row that
 * is always rendered because it has the focus; -1 for no row.
 */
export function useRowVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  kept: number,
  list: unknown,
): RowVirtualizer {
  const [{ top, scrolling, width, height: outer }, scrollTo] = useScrollState(scroller);
  const viewport = Math.max(0, outer - HEADER_HEIGHT);
  const { height, scale } = scrollScale(count * rowHeight, viewport, window.devicePixelRatio);
  const [firstIndex, lastIndex] = rowsWithin(top * scale, viewport, rowHeight, count);
  const overscan = useOverscan(firstIndex, scrolling, list);
  const indexes = indexesFrom(firstIndex - overscan, lastIndex + overscan, count, kept);
  const shift = top - top * scale;

  const showRow = (index: number): void => {
    const element = scroller.current;
    if (!element) return;
    const inner = element.clientHeight - HEADER_HEIGHT;
    scrollTo(scrollTopForRow(index, rowHeight, inner, element.scrollTop, scale));
  };
  const shiftBy = (rows: number): void =>
    scrollTo((scroller.current?.scrollTop ?? 0) + (rows * rowHeight) / scale);

  // Keeps the first row in view when the row height changes.
  const measuredHeight = useRef(rowHeight);
  const keepFirstRow = useEffectEvent((ratio: number) =>
    scrollTo((scroller.current?.scrollTop ?? 0) * ratio),
  );
  useLayoutEffect(() => {
    const ratio = rowHeight / measuredHeight.current;
    measuredHeight.current = rowHeight;
    if (ratio !== 1) keepFirstRow(ratio);
  }, [rowHeight]);

  return {
    height,
    rows: indexes.map((index) => ({ index, top: index * rowHeight + shift })),
    firstIndex,
    lastIndex,
    scrolling,
    visibleRows: Math.max(1, Math.floor(viewport / rowHeight)),
    width,
    showRow,
    shiftBy,
  };
}

function indexesFrom(first: number, last: number, count: number, kept: number): number[] {
  const [from, to] = [Math.max(0, first), Math.min(count - 1, last)];
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return indexes;
  return kept < from ? [kept, ...indexes] : [...indexes, kept];
}

/**
 * The number of rows rendered above and below the visible rows. They are needed because the browser scrolls before the
 * page renders.
 */
const OVERSCAN = 8;
/** Ms after which the additional rows are rendered even if the page is never idle. */
const IDLE_TIMEOUT_MS = 300;

/**
 * The number of rows to render above and below the visible rows. It is 0 in the first frame of a list, and while a
 * scroll passes more rows than that per frame.
 */
function useOverscan(first: number, scrolling: boolean, list: unknown): number {
  const [speed] = useState(() => new Speed(first));
  const [settled, setSettled] = useState(list);
  useEffect(() => {
    if (settled === list) return undefined;
    const idle = requestIdleCallback(() => setSettled(list), { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(idle);
  }, [settled, list]);
  const rushing = speed.isRushing(first, scrolling);
  return settled !== list || rushing ? 0 : OVERSCAN;
}

/** Detects a scroll that passes more rows per frame than are rendered ahead. */
class Speed {
  #first: number;
  #rushing = false;

  constructor(first: number) {
    this.#first = first;
  }

  isRushing(first: number, scrolling: boolean): boolean {
    // The state does not change until the scroll ends, because adding and removing rows during the scroll would cost
    // too much.
    this.#rushing = scrolling && (this.#rushing || Math.abs(first - this.#first) > OVERSCAN);
    this.#first = first;
    return this.#rushing;
  }
}
