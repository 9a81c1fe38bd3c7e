import { describe, expect, it } from "vitest";
import { commandOfKey } from "../../../../renderer/app/shortcuts.ts";

const press = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe("commandOfKey", () => {
  it("knows the keys of refresh and find", () => {
    expect(commandOfKey(press("F5"), true)).toBe("refresh");
    expect(commandOfKey(press("r", { ctrlKey: true }), false)).toBe("refresh");
    expect(commandOfKey(press("F", { metaKey: true }), true)).toBe("find");
    expect(commandOfKey(press("/"), false)).toBe("find");
  });
  it("leaves letters to whoever types them", () => {
    expect(commandOfKey(press("/"), true)).toBeNull();
    expect(commandOfKey(press("r"), false)).toBeNull();
    expect(commandOfKey(press("f", { ctrlKey: true, altKey: true }), false)).toBeNull();
  });
});
