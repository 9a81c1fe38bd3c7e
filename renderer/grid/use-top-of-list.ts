import { useLayoutEffect, useRef, type RefObject } from "react";

/** Another query is another list: it begins at its top. A refresh of the same one moves nothing. */
export function useTopOfList(scroller: RefObject<HTMLElement | null>, list: unknown): void {
  const first = useRef(list);
  useLayoutEffect(() => {
    if (first.current !== list) scroller.current?.scrollTo({ top: 0 });
    first.current = list;
  }, [scroller, list]);
}
