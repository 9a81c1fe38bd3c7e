import { describe, expect, it } from "vitest";
import { commandOfKey, shortcutWords } from "../../../../renderer/ui/shortcuts.ts";
import { chordOf, COMMAND_NAMES, COMMANDS } from "../../../../shared/contract/commands.ts";

const press = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe("commandOfKey", () => {
  it("knows the keys of refresh and find", () => {
    expect(commandOfKey(press("F5"), true)).toBe("refresh");
    expect(commandOfKey(press("r", { ctrlKey: true }), false)).toBe("refresh");
    expect(commandOfKey(press("F", { metaKey: true }), true)).toBe("find");
    expect(commandOfKey(press("/"), false)).toBe("find");
  });
  it("knows every command's keys, and no key of two commands", () => {
    const keys = COMMAND_NAMES.flatMap((name) => COMMANDS[name].keys.map((key) => [key, name] as const));
    expect(new Set(keys.map(([key]) => key)).size).toBe(keys.length);
    for (const [shortcut, name] of keys) {
      const { mod, alt, shift, key } = chordOf(shortcut);
      expect([
        shortcut,
        commandOfKey(press(key, { ctrlKey: mod, altKey: alt, shiftKey: shift }), false),
      ]).toEqual([shortcut, name]);
    }
  });
  it("writes them as the platform's keys do", () => {
    expect(shortcutWords("Mod+K", "linux")).toBe("Ctrl+K");
    expect(shortcutWords("Mod+K", "darwin")).toBe("⌘K");
    expect(shortcutWords("Alt+ArrowLeft", "win32")).toBe("Alt+←");
    expect(shortcutWords("?", "linux")).toBe("?");
    expect(shortcutWords("Mod+Shift+N", "linux")).toBe("Ctrl+Shift+N");
    expect(shortcutWords("Mod+Shift+N", "darwin")).toBe("⌘⇧N");
  });
  it("tells a chord with Shift from one without, but asks nobody for Shift whose keyboard has it for a sign", () => {
    expect(commandOfKey(press("N", { ctrlKey: true, shiftKey: true }), false)).toBe("newWindow");
    expect(commandOfKey(press("n", { ctrlKey: true }), false)).toBeNull();
    expect(commandOfKey(press("E", { ctrlKey: true, shiftKey: true }), false)).toBeNull();
    expect(commandOfKey(press("?", { shiftKey: true }), false)).toBe("shortcuts");
  });
  it("leaves letters to whoever types them", () => {
    expect(commandOfKey(press("/"), true)).toBeNull();
    expect(commandOfKey(press("?"), true)).toBeNull();
    expect(commandOfKey(press("ArrowLeft", { altKey: true }), true)).toBeNull();
    expect(commandOfKey(press("k", { ctrlKey: true }), true)).toBe("palette");
    expect(commandOfKey(press("r"), false)).toBeNull();
    expect(commandOfKey(press("f", { ctrlKey: true, altKey: true }), false)).toBeNull();
  });
});
