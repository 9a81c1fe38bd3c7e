import { KEYS } from "./messages.ts";
import { chordOf, COMMAND_NAMES, COMMANDS, type CommandName } from "../../shared/contract/commands.ts";

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The command of a key press. Null for other keys, and for keys that enter text while the user types. */
export function commandOfKey(press: KeyPress, typing: boolean): CommandName | null {
  const found = COMMAND_NAMES.find((name) =>
    COMMANDS[name].keys.some((shortcut) => isPressed(shortcut, press)),
  );
  if (found === undefined) return null;
  const withMod = press.ctrlKey || press.metaKey;
  return typing && !withMod && !/^F\d+$/.test(press.key) ? null : found;
}

function isPressed(shortcut: string, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  const chord = chordOf(shortcut);
  return (
    chord.mod === (ctrlKey || metaKey)
    && chord.alt === altKey
    // Characters such as "?" need Shift on some keyboards, but not on others.
    && (!chord.mod || chord.shift === shiftKey)
    && chord.key.toLowerCase() === key.toLowerCase()
  );
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** A shortcut in the notation of the platform: "Ctrl+K", or "⌘K" on a Mac. */
export function shortcutLabel(shortcut: string, platform: string): string {
  const { mod, alt, shift, key } = chordOf(shortcut);
  const mac = platform === "darwin";
  const parts = [
    ...(mod ? [mac ? "⌘" : KEYS["Ctrl"]] : []),
    ...(alt ? [mac ? "⌥" : KEYS["Alt"]] : []),
    ...(shift ? [mac ? "⇧" : KEYS["Shift"]] : []),
    ARROWS[key] ?? KEYS[key] ?? key,
  ];
  return parts.join(mac ? "" : "+");
}

/** Whether keys pressed on an element enter text instead of running commands. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
