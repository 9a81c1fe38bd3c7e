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
/**
 * The most rows of a list. Chromium lays out no element taller than 33 million pixels; users reach further rows by
 * filters.
 */
export const MAX_LISTED = 400_000;

export interface ListHandle {
  readonly focus: () => void;
}

/** A long list that mounts only its visible rows. It is one tab stop; arrow keys move between rows. */
export interface VirtualList {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>;
  readonly active: number;
  readonly onFocus: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly goTo: (index: number) => void;
}

/**
 * Places the rows of a list. Each row has a button with the row's index in `data-row`. @param list identifies the list;
 * a list with another value starts at its top.
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
    rangeExtractor: useCallback((range: Range) => rangeWith(active, range), [active]),
  });

  const last = useRef(list);
  useLayoutEffect(() => {
    if (last.current === list) return;
    last.current = list;
    setPlace(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [list]);

  const focusRow = useRowFocus(scroller);
  const goTo = (index: number): void => {
    setPlace(index);
    virtualizer.scrollToIndex(index, { align: "auto" });
    focusRow(index);
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

/** The rows to mount: the rows in the range, and the active row, which must keep the focus at any scroll position. */
function rangeWith(active: number, range: Range): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
  return active < (indexes[0] ?? 0) ? [active, ...indexes] : [...indexes, active];
}

function useRowFocus(scroller: RefObject<HTMLDivElement | null>): (index: number) => void {
  const wanted = useRef(-1);
  const focusWanted = (): void => {
    if (wanted.current < 0) return;
    const button = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!button) return;
    wanted.current = -1;
    button.focus({ preventScroll: true });
  };
  useLayoutEffect(focusWanted);
  return (index) => {
    wanted.current = index;
    focusWanted();
  };
}

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
