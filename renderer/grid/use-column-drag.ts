import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

export interface ColumnDrop {
  readonly id: string;
  readonly over: string;
  readonly side: "before" | "after";
}

interface ColumnDrag {
  /** The place for the dragged column; null while no header is dragged over another header. */
  readonly drop: ColumnDrop | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Whether the current click is the end of a drag, and so must be ignored. */
  readonly endedByClick: () => boolean;
}

/** The least movement that counts as a drag, in CSS pixels. A pointer that moves less makes a click. */
const CLICK_SLACK = 6;
/** The distance from the grid's edge within which a dragged header scrolls the columns; in CSS pixels. */
const SCROLL_EDGE_PX = 32;
const EDGE_STEP = 18;

/** Moves columns by dragging their headers; Escape cancels the drag. */
export function useColumnDrag(
  scroller: RefObject<HTMLElement | null>,
  onDrop: (drop: ColumnDrop) => void,
): ColumnDrag {
  const [drop, setDrop] = useState<ColumnDrop | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const ended = useRef(false);
  useEffect(() => () => stop.current(), []);

  const onPointerDown = (down: PointerEvent<HTMLElement>): void => {
    ended.current = false;
    const id = columnAt(down.target);
    if (down.button !== 0 || id === null || isControl(down.target)) return;
    const from = { x: down.clientX, y: down.clientY };
    let target: ColumnDrop | null = null;
    let dragging = false;
    const aim = (next: ColumnDrop | null): void => {
      if (next?.over === target?.over && next?.side === target?.side) return;
      target = next;
      setDrop(next);
    };
    const move = (event: globalThis.PointerEvent): void => {
      dragging ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_SLACK;
      if (!dragging) return;
      scrollAtEdge(scroller.current, event.clientX);
      aim(dropAt(id, event.clientX, from.y));
    };
    const finish = (): void => {
      stop.current();
      ended.current = dragging;
      if (target) onDrop(target);
    };
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      stop.current();
      ended.current = dragging;
    };
    const listening = new AbortController();
    const { signal } = listening;
    stop.current = () => {
      listening.abort();
      setDrop(null);
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", finish, { signal });
    window.addEventListener("pointercancel", stop.current, { signal });
    window.addEventListener("keydown", cancel, { signal, capture: true });
  };
  return {
    drop,
    onPointerDown,
    endedByClick: () => {
      const was = ended.current;
      ended.current = false;
      return was;
    },
  };
}

function dropAt(id: string, x: number, y: number): ColumnDrop | null {
  const header = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]");
  const over = header?.dataset["column"];
  if (!header || over === undefined || over === id) return null;
  const { left, width } = header.getBoundingClientRect();
  return { id, over, side: x < left + width / 2 ? "before" : "after" };
}

function scrollAtEdge(scroller: HTMLElement | null, x: number): void {
  if (!scroller) return;
  const { left, right } = scroller.getBoundingClientRect();
  if (x < left + SCROLL_EDGE_PX) scroller.scrollLeft -= EDGE_STEP;
  else if (x > right - SCROLL_EDGE_PX) scroller.scrollLeft += EDGE_STEP;
}

function columnAt(target: EventTarget): string | null {
  const header = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  return header?.dataset["column"] ?? null;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-header-control]") !== null;
}
