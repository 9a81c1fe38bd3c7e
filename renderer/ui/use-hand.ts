import { useEffect, useRef, useState, type SyntheticEvent } from "react";

export interface Hand {
  /** Whether the pointer is over the element, and was moved lately. */
  readonly over: boolean;
  readonly handlers: {
    readonly onPointerMove: (event: SyntheticEvent) => void;
    readonly onWheel: (event: SyntheticEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

/** A pointer that rests for longer was left there: a dashboard that nobody touches goes on. */
const REST = 20_000;

/**
 * Tells whether somebody points at an element. Moving costs no render; only coming, going and resting do. An element that
 * appears under a pointer at rest is entered by it, and nobody pointed: only what moves is a hand.
 */
export function useHand(): Hand {
  const [over, setOver] = useState(false);
  const moved = useRef(0);
  useEffect(() => {
    if (!over) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const watch = (): void => {
      const left = REST - (performance.now() - moved.current);
      if (left <= 0) setOver(false);
      else timer = setTimeout(watch, left);
    };
    watch();
    return () => clearTimeout(timer);
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
