/** What a key press says, as far as shortcuts go. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a shortcut: F5 and Ctrl+R refresh, Ctrl+F and "/" find (Cmd on a Mac); null for other keys. */
export function commandOfKey(press: KeyPress, typing: boolean): "refresh" | "find" | null {
  const { key, altKey } = press;
  const ctrl = press.ctrlKey || press.metaKey;
  if (altKey) return null;
  if (key === "F5" || (ctrl && key.toLowerCase() === "r")) return "refresh";
  if (ctrl && key.toLowerCase() === "f") return "find";
  return !ctrl && !typing && key === "/" ? "find" : null;
}
