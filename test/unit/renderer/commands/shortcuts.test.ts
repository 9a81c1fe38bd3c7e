import { describe, expect, it } from "vitest";
import { commandOfKey, shortcutLabel } from "../../../../renderer/commands/shortcuts.ts";
import { chordOf, COMMAND_NAMES, COMMANDS } from "../../../../shared/contract/commands.ts";

const press = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe("commandOfKey()", () => {
  it("the keys of the commands Refresh and Find run these commands", () => {
    expect(commandOfKey(press("F5"), true)).toBe("refresh");
    expect(commandOfKey(press("r", { ctrlKey: true }), false)).toBe("refresh");
    expect(commandOfKey(press("F", { metaKey: true }), true)).toBe("find");
    expect(commandOfKey(press("/"), false)).toBe("find");
  });
  it("each key of a command runs the command", () => {
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
  it("a shortcut is displayed as usual on the platform", () => {
    expect(shortcutLabel("Mod+K", "linux")).toBe("Ctrl+K");
    expect(shortcutLabel("Mod+K", "darwin")).toBe("⌘K");
    expect(shortcutLabel("Alt+ArrowLeft", "win32")).toBe("Alt+←");
    expect(shortcutLabel("?", "linux")).toBe("?");
    expect(shortcutLabel("Mod+Shift+N", "linux")).toBe("Ctrl+Shift+N");
    expect(shortcutLabel("Mod+Shift+N", "darwin")).toBe("⌘⇧N");
  });
  it("a shortcut distinguishes Shift, except for a character such as “?” that is typed with Shift", () => {
    expect(commandOfKey(press("N", { ctrlKey: true, shiftKey: true }), false)).toBe("newWindow");
    expect(commandOfKey(press("n", { ctrlKey: true }), false)).toBeNull();
    expect(commandOfKey(press("E", { ctrlKey: true, shiftKey: true }), false)).toBeNull();
    expect(commandOfKey(press("?", { shiftKey: true }), false)).toBe("shortcuts");
  });
  it("a single-letter shortcut is ignored while the user types", () => {
    expect(commandOfKey(press("/"), true)).toBeNull();
    expect(commandOfKey(press("?"), true)).toBeNull();
    expect(commandOfKey(press("ArrowLeft", { altKey: true }), true)).toBeNull();
    expect(commandOfKey(press("k", { ctrlKey: true }), true)).toBe("palette");
    expect(commandOfKey(press("r"), false)).toBeNull();
    expect(commandOfKey(press("f", { ctrlKey: true, altKey: true }), false)).toBeNull();
  });
});
