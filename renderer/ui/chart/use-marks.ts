import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { isChartKey, moveByKey, type KeyDirections } from "./chart-keys.ts";
import { idOf, type Mark } from "./marks.ts";

interface MarksState {
  readonly element: RefObject<HTMLDivElement | null>;
  /** The mark that Tab reaches. */
  readonly tabStop: Mark | undefined;
  /** The mark whose tooltip is shown. */
  readonly shown: Mark | undefined;
  readonly events: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    readonly onPointerOver: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
  };
}

/**
 * The focus and the tooltip of a chart's marks. The marks are one tab stop with arrow keys; their elements have
 * `data-mark`.
 */
export function useMarks(marks: readonly Mark[], keys: KeyDirections): MarksState {
  const element = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const find = (id: string | null): Mark | undefined => marks.find((mark) => idOf(mark) === id);
  const tabStop = find(visited) ?? marks[0];
  const focusMark = (mark: Mark | undefined): void => {
    const at = mark ? marks.indexOf(mark) : -1;
    element.current?.querySelector<HTMLElement>(`[data-mark="${at}"]`)?.focus();
  };
  const markOf = (target: EventTarget): Mark | undefined => {
    const found = target instanceof Element ? target.closest<HTMLElement>("[data-mark]") : null;
    return marks[Number(found?.dataset["mark"] ?? Number.NaN)];
  };
  useLayoutEffect(() => {
    // If new data removed the focused mark, another mark gets the focus.
    if (focused === null || find(focused) || document.activeElement !== document.body) return;
    focusMark(tabStop);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !tabStop) return;
    if (event.key === "Escape") {
      setHovered(null);
      setFocused(null);
    }
    if (!isChartKey(event.key, keys)) return;
    event.preventDefault();
    focusMark(moveByKey(event.key, tabStop, marks, keys) ?? undefined);
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const mark = markOf(target);
    if (!mark) return;
    setVisited(idOf(mark));
    setFocused(idOf(mark));
  };
  const onPointerOver = ({ target }: PointerEvent): void => {
    const mark = markOf(target);
    setHovered(mark ? idOf(mark) : null);
  };
  const events = {
    onKeyDown,
    onFocus,
    onBlur: () => setFocused(null),
    onPointerOver,
    onPointerLeave: () => setHovered(null),
  };
  return { element, tabStop, shown: find(hovered) ?? find(focused), events };
}
