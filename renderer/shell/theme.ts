import {
  ActionIcon,
  Button,
  createTheme,
  Menu,
  Modal,
  Notification,
  Popover,
  SegmentedControl,
  Select,
  TextInput,
  Tooltip,
  type MantineColorsTuple,
} from "@mantine/core";
import type { CommandName } from "../../shared/contract/commands.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import classes from "./theme.module.css";
import { NOTICES } from "../ui/messages.ts";

/** The accent blue, with AA contrast. Buttons and links use shade 7 in light mode and shade 6 in dark mode. */
const harbour: MantineColorsTuple = [
  "#eef4fb",
  "#dbe6f4",
  "#b4cbe8",
  "#8aaedc",
  "#6797d2",
  "#4a82c6",
  "#3470b5",
  "#245d9e",
  "#1b4c84",
  "#123a68",
];

/** Bluish greys. The last colours of the list are the backgrounds of the dark theme. */
const dark: MantineColorsTuple = [
  "#dfe3e8",
  "#b9c0c9",
  "#98a1ac",
  "#6d7783",
  "#454e59",
  "#2f3740",
  "#242b33",
  "#1a2027",
  "#14191f",
  "#0e1216",
];

/**
 * Mantine's theme: system fonts (theme.css) and small sizes. It has no scroll lock, because the styles of the scroll
 * lock lack the nonce.
 */
export const theme = createTheme({
  primaryColor: "harbour",
  primaryShade: { light: 7, dark: 6 },
  colors: { harbour, dark },
  fontFamily: "var(--sd-font)",
  fontFamilyMonospace: "var(--sd-font-mono)",
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  components: {
    Button: Button.extend({ defaultProps: { size: "xs" }, styles: { root: { fontWeight: 500 } } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: "subtle", color: "gray", size: "md" } }),
    TextInput: TextInput.extend({ defaultProps: { size: "xs" } }),
    Select: Select.extend({ defaultProps: { size: "xs", allowDeselect: false } }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: "xs", withItemsBorders: false },
      classNames: { root: classes.segments, label: classes.segment },
    }),
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { "aria-label": NOTICES.close } },
    }),
    // The ARIA role menu forbids a focus placeholder as a child.
    Menu: Menu.extend({
      defaultProps: { shadow: "md", withinPortal: true, withInitialFocusPlaceholder: false },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: "md", withinPortal: true } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } }),
  },
});

/** The themes that the commands choose. */
export const THEME_OF = {
  themeLight: "light",
  themeDark: "dark",
  themeSystem: "system",
} as const satisfies Partial<Record<CommandName, Settings["theme"]>>;
