import { useDeferredValue, useEffect, type ReactNode } from "react";

let drawn = false;

interface AfterFirstFrameProps {
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Renders its children one frame after the dashboard's first frame, so that rows appear sooner. Until then, the
 * placeholder takes their place.
 */
export function AfterFirstFrame({ placeholder = null, children }: AfterFirstFrameProps) {
  const isReady = useDeferredValue(true, drawn);
  useEffect(() => {
    drawn = true;
  }, []);
  return isReady ? children : placeholder;
}
