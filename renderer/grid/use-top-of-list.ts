import { useLayoutEffect, useRef, type RefObject } from "react";

/** Scrolls to the top when the query changes; a refresh of the same query moves nothing. */
export function useTopOfList(scroller: RefObject<HTMLElement | null>, list: unknown): void {
  const first = useRef(list);
  useLayoutEffect(() => {
    if (first.current !== list) scroller.current?.scrollTo({ top: 0 });
    first.current = list;
  }, [scroller, list]);
}
