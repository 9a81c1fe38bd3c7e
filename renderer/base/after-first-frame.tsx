import { useDeferredValue, useEffect, type ReactNode } from "react";

/** Whether the dashboard was drawn for the first time. */
let drawn = false;

/**
 * What the dashboard's first frame does without, so that rows are on screen sooner: it is rendered right after that
 * frame. Later on it is rendered with whatever it is part of.
 * @param placeholder keeps its place meanwhile, so that nothing moves when it comes.
 */
export function AfterFirstFrame({
  placeholder = null,
  children,
}: {
  readonly placeholder?: ReactNode;
  readonly children: ReactNode;
}) {
  const comes = useDeferredValue(true, drawn);
  useEffect(() => {
    drawn = true;
  }, []);
  return comes ? children : placeholder;
}
