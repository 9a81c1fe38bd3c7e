import { Menu, type MenuItemProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ComponentProps, ReactNode, Ref } from "react";
import classes from "./grid.module.css";

export const MENU_ICON = { size: 15, stroke: 1.8, "aria-hidden": true } as const;
/** Without keyup, because releasing the key that opened the menu would close it. */
const OUTSIDE_EVENTS = ["mousedown", "touchstart"];

/** Limits the menu to the window's height. A menu that is longer scrolls. */
const WITHIN_WINDOW = { flip: true, shift: true, size: { padding: 8 } } as const;

interface PopupMenuProps {
  readonly anchor: Anchor;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface PopupItemProps extends MenuItemProps, Omit<ComponentProps<"button">, keyof MenuItemProps> {
  readonly icon: Icon;
  readonly label: string;
}

/** An entry of a popup menu. */
export function PopupItem({ icon: Picture, label, ...props }: PopupItemProps) {
  return (
    <Menu.Item leftSection={<Picture {...MENU_ICON} />} {...props}>
      {label}
    </Menu.Item>
  );
}

/** An open menu at a place in the grid's frame. */
export function PopupMenu({ anchor, label, onClose, children }: PopupMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      returnFocus={false}
      clickOutsideEvents={OUTSIDE_EVENTS}
      transitionProps={{ duration: 0 }}
      middlewares={WITHIN_WINDOW}
    >
      <Menu.Target>
        <PopupAnchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The place of a menu in the grid's frame, in CSS pixels. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The place of an element within its frame, clipped to the visible width. */
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
 * An invisible anchor for a menu. The menu needs it because scrolling removes cells. The anchor is not a button, so it
 * has no role.
 */
export function PopupAnchor({ anchor, ref }: PopupAnchorProps) {
  return <span ref={ref} aria-hidden className={classes.anchor} style={{ ...anchor }} />;
}
