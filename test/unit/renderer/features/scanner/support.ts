import type { KeyPress } from "../../../../../renderer/features/scanner/recogniser.ts";

/** Makes a key press at a time stamp in ms. */
export function press(key: string, timeStamp: number, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: "",
    timeStamp,
    repeat: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    isComposing: false,
    getModifierState: () => false,
    ...more,
  };
}

/** The keys of a text and its end, with a fixed time between them. @param gapMs the time between two keys. */
export function scanOf(text: string, beginMs: number, gapMs = 5, end = "Enter"): KeyPress[] {
  return [...Array.from(text), end].map((key, at) => press(key, beginMs + at * gapMs));
}
