import type { Ref } from "react";
import classes from "./grid.module.css";

/** A place in the grid's frame that a menu opens at, in CSS pixels. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The place of an element within the frame around it; its part that is in sight, sideways. */
export function anchorOf(element: Element, frame: Element): Anchor {
  const [box, around] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const left = Math.max(box.left, around.left);
  const right = Math.max(left, Math.min(box.right, around.right));
  return { left: left - around.left, top: box.top - around.top, width: right - left, height: box.height };
}

interface PopupAnchorProps {
  readonly anchor: Anchor;
  readonly ref?: Ref<HTMLSpanElement> | undefined;
}

/**
 * An invisible anchor for a menu, because cells come and go with scrolling. It takes none of the roles that Mantine
 * gives a target, since it is no button.
 */
export function PopupAnchor({ anchor, ref }: PopupAnchorProps) {
  return <span ref={ref} aria-hidden className={classes.anchor} style={{ ...anchor }} />;
}
