import { useEffect, useState } from "react";

/** Rows rendered above and below the visible ones. The compositor scrolls ahead of the page. */
const OVERSCAN = 8;
/** Ms after which they are rendered even if the page is never idle. */
const TIMEOUT = 300;

/** Rows to render above and below the visible ones: none in a scroll that passes them in a frame, or in a list's first frame. */
export function useOverscan(first: number, scrolling: boolean, list: unknown): number {
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
