import { texts } from "../../shared/base/text/texts.ts";

/** The names of keys, as they are written on keyboards of the language. */
export const KEYS: Readonly<Record<string, string>> = texts("commands.keys", {
  Ctrl: "Ctrl",
  Alt: "Alt",
  Shift: "Shift",
  Enter: "Enter",
  Escape: "Escape",
  Space: "Space",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Home: "Home",
  End: "End",
  Menu: "Menu",
  Arrows: "Arrows",
  Letters: "Letters",
});
