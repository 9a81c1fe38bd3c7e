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
import { rowsWithin, scrollScale, scrollTopForRow } from "./scaled-scroll.ts";
import { HEADER_HEIGHT } from "./sizes.ts";

interface ScrollState {
  readonly top: number;
  readonly scrolling: boolean;
  readonly width: number;
  readonly height: number;
}

/** Ms without a scroll event after which the scroll has ended. */
const SCROLL_END_MS = 150;

/** Follows an element's scroll position and size. Renders before the frame that shows a change. */
function useScrollState(
  scroller: RefObject<HTMLElement | null>,
): readonly [state: ScrollState, scrollTo: (top: number) => void] {
  // Replaced by the measured size before the first frame.
  const [state, setState] = useState<ScrollState>(() => ({
    top: 0,
    scrolling: false,
    width: window.innerWidth,
    height: window.innerHeight,
  }));
  const rest = useRef<number>(undefined);
  const follow = useCallback((top: number) => {
    setState((before) => (before.top === top ? before : { ...before, top, scrolling: true }));
    clearTimeout(rest.current);
    // A scroll that moved nothing must render nothing at its end.
    rest.current = window.setTimeout(
      () => setState((before) => (before.scrolling ? { ...before, scrolling: false } : before)),
      SCROLL_END_MS,
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
      clearTimeout(rest.current);
    };
  }, [scroller, follow]);
  return [state, scrollTo];
}

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
  readonly scrolling: boolean;
  readonly width: number;
  readonly showRow: (index: number) => void;
  readonly shiftBy: (rows: number) => void;
}

/** The rows of one height that a scrolled element shows. @param kept a row always rendered, for its focus; or -1. */
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

/** Rows rendered above and below the visible ones. The compositor scrolls ahead of the page. */
const OVERSCAN = 8;
/** Ms after which they are rendered even if the page is never idle. */
const TIMEOUT = 300;

/** Rows to render above and below the visible ones: none in a scroll that passes them in a frame, or in a list's first frame. */
function useOverscan(first: number, scrolling: boolean, list: unknown): number {
  const [speed] = useState(() => new Speed(first));
  const [settled, setSettled] = useState(list);
  useEffect(() => {
    if (settled === list) return undefined;
    const idle = requestIdleCallback(() => setSettled(list), { timeout: TIMEOUT });
    return () => cancelIdleCallback(idle);
  }, [settled, list]);
  const rushing = speed.isRushing(first, scrolling);
  return settled !== list || rushing ? 0 : OVERSCAN;
}

/** Whether the current scroll has passed more rows in a frame than are rendered ahead. */
class Speed {
  #first: number;
  #rushing = false;

  constructor(first: number) {
    this.#first = first;
  }

  /** Calling it again in the same frame changes nothing. */
  isRushing(first: number, scrolling: boolean): boolean {
    // Until the scroll ends: adding and removing rows with its frames would cost too much.
    this.#rushing = scrolling && (this.#rushing || Math.abs(first - this.#first) > OVERSCAN);
    this.#first = first;
    return this.#rushing;
  }
}
