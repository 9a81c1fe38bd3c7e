import { useEffect, useState } from "react";

/** Rows that stand ready on either side of those in sight, for the compositor to scroll to before the next frame. */
const OVERSCAN = 8;
/** Ms after which they are put there even where the page is never idle. */
const PATIENCE = 300;

/**
 * How many rows stand ready on either side of those in sight. None while a frame passes more rows than these, where
 * none of them would be of use, and none in the first frame of another list, which is what a key waits for.
 * @param first the first row in sight.
 * @param list stands for the query.
 */
export function useOverscan(first: number, scrolling: boolean, list: unknown): number {
  const [speed] = useState(() => new Speed(first));
  const [settled, setSettled] = useState(list);
  useEffect(() => {
    if (settled === list) return undefined;
    const idle = requestIdleCallback(() => setSettled(list), { timeout: PATIENCE });
    return () => cancelIdleCallback(idle);
  }, [settled, list]);
  const passed = speed.passed(first);
  return settled !== list || (scrolling && passed > OVERSCAN) ? 0 : OVERSCAN;
}

/** How many rows the last frame that scrolled passed. Asking again in the same frame changes nothing. */
class Speed {
  #first: number;
  #passed = 0;

  constructor(first: number) {
    this.#first = first;
  }

  passed(first: number): number {
    if (first !== this.#first) this.#passed = Math.abs(first - this.#first);
    this.#first = first;
    return this.#passed;
  }
}
