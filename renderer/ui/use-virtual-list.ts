import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from "@tanstack/react-virtual";
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from "react";

const OVERSCAN = 8;
/** Chromium lays out no element taller than 33 million pixels; filters reach what is beyond. */
export const MAX_LISTED = 400_000;

/** What a screen may ask of its list. */
export interface ListHandle {
  /** Puts the focus on the row that had it last, where there is a row. */
  readonly focus: () => void;
}

/** A long list of which only what is in sight is in the page: one tab stop, arrows between its rows. */
export interface VirtualList {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
  /** The row that is the list's tab stop. */
  readonly active: number;
  readonly onFocus: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Puts the focus on a row. */
  readonly goTo: (index: number) => void;
}

/**
 * Places the rows of a list. Each row has a button with `data-row`, its index, which the keys move between.
 * @param list what is listed: another one begins at its top, a refresh of the same one moves nothing.
 */
export function useVirtualList(
  total: number,
  rowHeight: number,
  list: unknown,
  ref: Ref<ListHandle>,
): VirtualList {
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const active = Math.min(place, total - 1);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Range) => {
        // The row that holds the focus stays, wherever one scrolls.
        const indexes = defaultRangeExtractor(range);
        if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
        return active < (indexes[0] ?? 0) ? [active, ...indexes] : [...indexes, active];
      },
      [active],
    ),
  });

  const last = useRef(list);
  useLayoutEffect(() => {
    if (last.current === list) return;
    last.current = list;
    setPlace(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [list]);

  // A row that the keyboard asked for gets the focus once it is in the page.
  const wanted = useRef(-1);
  const focusWanted = (): void => {
    if (wanted.current < 0) return;
    const button = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!button) return;
    wanted.current = -1;
    button.focus({ preventScroll: true });
  };
  useLayoutEffect(focusWanted);
  const goTo = (index: number): void => {
    wanted.current = index;
    setPlace(index);
    virtualizer.scrollToIndex(index, { align: "auto" });
    focusWanted();
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      if (active >= 0) goTo(active);
    },
  }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = placeAfter(event.key, active, total, page);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(next);
  };
  return { scroller, virtualizer, active, onFocus: setPlace, onKeyDown, goTo };
}

/** Where a key leads from a row; null where it leads nowhere. */
function placeAfter(key: string, from: number, total: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(total - 1, to));
}
