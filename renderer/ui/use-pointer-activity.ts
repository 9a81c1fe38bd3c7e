import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { clock, type Timer } from "../base/clock.ts";

export interface PointerActivity {
  /** Whether the pointer is over the element and has moved within `REST_TIMEOUT_MS`. */
  readonly over: boolean;
  readonly handlers: {
    readonly onPointerMove: (event: SyntheticEvent) => void;
    readonly onWheel: (event: SyntheticEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

/** Ms without movement before the pointer counts as absent. So a dashboard without a user keeps updating. */
const REST_TIMEOUT_MS = 20_000;

/**
 * Tracks whether the user points at an element. `pointerenter` is ignored, because an element may appear under a
 * pointer that does not move.
 */
export function usePointerActivity(): PointerActivity {
  const [over, setOver] = useState(false);
  const moved = useRef(0);
  useEffect(() => {
    if (!over) return undefined;
    let timer: Timer | null = null;
    const watch = (): void => {
      const left = REST_TIMEOUT_MS - (clock.monotonic() - moved.current);
      if (left <= 0) setOver(false);
      else timer = clock.after(left, watch);
    };
    watch();
    return () => timer?.stop();
  }, [over]);
  const note = (event: SyntheticEvent): void => {
    moved.current = event.timeStamp;
    setOver(true);
  };
  return {
    over,
    handlers: { onPointerMove: note, onWheel: note, onPointerLeave: () => setOver(false) },
  };
}
