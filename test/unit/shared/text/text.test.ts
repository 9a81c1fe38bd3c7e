import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, nameKeys, naturalKey } from "../../../../shared/text/fold.ts";
import { searchTerms } from "../../../../shared/text/search.ts";

describe("fold", () => {
  it("drops case and diacritics", () => expect(fold("Käfig ÉTAGÈRE")).toBe("kafig etagere"));

  it("is for any text the compatible decomposition without marks", () => {
    const latin = fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCharCode(code));
    const marks = fc.constantFrom("\u0301", "\u0327", "\u0345", "ẛ", "ﬁ", "Ǆ", "Σ", "각", "😀", "\ud800");
    const text = fc.string({ unit: fc.oneof({ weight: 9, arbitrary: latin }, marks), maxLength: 40 });
    fc.assert(
      fc.property(text, (name) => {
        const decomposed = name.toLowerCase().normalize("NFKD");
        expect(fold(name)).toBe(decomposed.replace(/\p{Mn}+/gu, ""));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("naturalKey", () => {
  it("orders numbers by their size, whatever their digits and zeros", () => {
    const names = ["Roll 10", "Roll 2", "roll 1", "Roll 002", "Film", "Roll 100"];
    const sorted = names.toSorted((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1));
    expect(sorted).toEqual(["Film", "roll 1", "Roll 2", "Roll 002", "Roll 10", "Roll 100"]);
  });
});

describe("naturalKey, for any text", () => {
  it("puts the length of each number, without its zeros, before it", () => {
    const byExpression = (text: string): string =>
      fold(text).replace(/\d+/g, (digits) => {
        const number = digits.replace(/^0+(?=\d)/, "");
        return String.fromCharCode(0x30 + Math.min(number.length, 70)) + number;
      });
    const text = fc.string({
      unit: fc.constantFrom("0", "1", "9", "a", " ", "É", "٣", "/", ":"),
      maxLength: 90,
    });
    fc.assert(
      fc.property(text, (name) => {
        expect(naturalKey(name)).toBe(byExpression(name));
      }),
    );
  });
});

describe("nameKeys", () => {
  it("are the folded text and its natural order, for any name", () => {
    const latin = fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCharCode(code));
    const others = fc.constantFrom(
      "0",
      "00",
      "1",
      "7",
      "²",
      "½",
      "٣",
      "\u0301",
      "ﬁ",
      "Σ",
      "각",
      "😀",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(latin, others), maxLength: 40 }), (name) => {
        expect(nameKeys(name)).toEqual({ folded: fold(name), natural: naturalKey(name) });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("searchTerms", () => {
  it("splits at spaces and keeps quoted words together", () => {
    expect(searchTerms('film "hall 2"  20')).toEqual(["film", "hall 2", "20"]);
  });
  it("ignores what says nothing", () => {
    expect(searchTerms('  "" " ')).toEqual([]);
  });
});
