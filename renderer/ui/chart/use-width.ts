import { useCallback, useState, type RefCallback } from "react";

/** The width of an element in CSS pixels; 0 until it is on screen. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const sized = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, []);
  return [ref, width];
}
