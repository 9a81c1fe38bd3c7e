import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./grid.module.css";
import { PopupAnchor, type Anchor } from "./popup-anchor.tsx";

/** How the icons of a menu's entries are drawn. */
export const MENU_ICON = { size: 15, stroke: 1.8, "aria-hidden": true } as const;
/** Without keyup, which would close the menu that its key press opened. */
const OUTSIDE = ["mousedown", "touchstart"];

/** No higher than the window; longer menus scroll. */
const FITTING = { flip: true, shift: true, size: { padding: 8 } } as const;

interface PopupMenuProps {
  readonly anchor: Anchor;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu that is open at a place in the grid's frame. */
export function PopupMenu({ anchor, label, onClose, children }: PopupMenuProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      returnFocus={false}
      clickOutsideEvents={OUTSIDE}
      transitionProps={{ duration: 0 }}
      middlewares={FITTING}
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
