import { chordOf, COMMAND_NAMES, COMMANDS, type CommandName } from "../../shared/contract/commands.ts";

/** What a key press says, as far as shortcuts go. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The command of a shortcut; null for other keys, and for those that whoever types needs for the text. */
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
    // Signs such as "?" need Shift on one keyboard and not on the next.
    && (!chord.mod || chord.shift === shiftKey)
    && chord.key.toLowerCase() === key.toLowerCase()
  );
}

const KEY_WORDS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** A shortcut as it is written on the platform's keys: "Ctrl+K", and "⌘K" on a Mac. */
export function shortcutWords(shortcut: string, platform: string): string {
  const { mod, alt, shift, key } = chordOf(shortcut);
  const mac = platform === "darwin";
  const parts = [
    ...(mod ? [mac ? "⌘" : "Ctrl"] : []),
    ...(alt ? [mac ? "⌥" : "Alt"] : []),
    ...(shift ? [mac ? "⇧" : "Shift"] : []),
    KEY_WORDS[key] ?? key,
  ];
  return parts.join(mac ? "" : "+");
}
