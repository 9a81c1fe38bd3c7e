import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

export interface ScrollState {
  readonly top: number;
  readonly scrolling: boolean;
  readonly width: number;
  readonly height: number;
}

/** Ms without a scroll event after which the scroll has ended. */
const SCROLL_END_MS = 150;

/** Follows an element's scroll position and size. Renders before the frame that shows a change. */
export function useScrollState(
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
