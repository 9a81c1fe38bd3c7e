import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { terminalLine, terminalText } from "../../../../electron/base/terminal-text.ts";

describe("text for a terminal", () => {
  it.each([
    ["an escape sequence", "a\u001b[31mred", "a\\u001b[31mred"],
    ["a sequence of C1", "\u009b2J\u0085\u0090q", "\\u009b2J\\u0085\\u0090q"],
    ["a carriage return, a backspace and a bell", "ok\rno\b\u0007", "ok\\u000dno\\u0008\\u0007"],
    ["a DEL and a NUL", "\u007f\u0000", "\\u007f\\u0000"],
    ["overrides and embeddings", "\u202a\u202b\u202c\u202d\u202e", "\\u202a\\u202b\\u202c\\u202d\\u202e"],
    ["isolates", "\u2066\u2067\u2068\u2069", "\\u2066\\u2067\\u2068\\u2069"],
    ["marks of direction", "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"],
    ["separators of lines", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ])("terminalText() escapes %s", (_what, text, escaped) => {
    expect(terminalText(text)).toBe(escaped);
  });

  it("terminalText() keeps letters of every language, emoji and line breaks", () => {
    const text = "Łódź – バルブ\n😀 שלום العربية ½";
    expect(terminalText(text)).toBe(text);
    expect(terminalLine(text)).toBe(text.replace("\n", "\\n"));
  });

  it("terminalText() keeps the parsed value of JSON text", () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0x2070 }).map((code) => String.fromCharCode(code)),
      fc.constantFrom("\\", '"', "\u202e", "\u009b", "😀"),
    );
    fc.assert(
      // The values have no keys: after an object with a key of one character, V8's JSON.parse (Node 24.21) may
      // mistake that text for an escaped key.
      fc.property(fc.array(fc.string({ unit })), (value) => {
        const line = terminalText(JSON.stringify(value));
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(line).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
