import { useEffect, useState } from "react";

/** Rows that stand ready on either side of those in sight, for the compositor to scroll to before the next frame. */
const OVERSCAN = 8;
/** Ms after which they are put there even where the page is never idle. */
const TIMEOUT = 300;

/**
 * How many rows stand ready on either side of those in sight. None from the frame of a scroll on that passes more rows
 * than these, where none of them would be of use, until it ends, and none in the first frame of another list, which is
 * what a key waits for.
 * @param first the first row in sight.
 * @param list stands for the query.
 */
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

/** Whether the scroll that goes on has passed more rows in a frame than stand ready. */
class Speed {
  #first: number;
  #rushing = false;

  constructor(first: number) {
    this.#first = first;
  }

  /** Asking again in the same frame changes nothing. */
  isRushing(first: number, scrolling: boolean): boolean {
    // Until it ends: rows that came and went with its frames would cost more than they are worth.
    this.#rushing = scrolling && (this.#rushing || Math.abs(first - this.#first) > OVERSCAN);
    this.#first = first;
    return this.#rushing;
  }
}
