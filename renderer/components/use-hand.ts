import { useEffect, useRef, useState, type PointerEvent } from "react";

export interface Hand {
  /** Whether the pointer is over the element, and was moved lately. */
  readonly over: boolean;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

/** A pointer that rests for longer was left there: a dashboard that nobody touches goes on. */
const REST = 20_000;

/** Tells whether somebody points at an element. Moving costs no render; only coming, going and resting do. */
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
  const note = (event: PointerEvent): void => {
    moved.current = event.timeStamp;
    setOver(true);
  };
  return {
    over,
    handlers: { onPointerEnter: note, onPointerMove: note, onPointerLeave: () => setOver(false) },
  };
}
