import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, foldingPieces, searchTerms } from "../../../../../shared/base/text/fold.ts";
import { sameName, uniqueName } from "../../../../../shared/base/text/unique-name.ts";

describe("fold()", () => {
  it.each([
    ["Käfig ÉTAGÈRE", "kafig etagere"],
    ["Łódź", "lodz"],
    ["Straße STRASSE STRAẞE", "strasse strasse strasse"],
    ["Ørsted", "orsted"],
    ["Đakovo đ Ð ð", "dakovo d d d"],
    ["Æble œuvre Þór", "aeble oeuvre thor"],
    ["ISPARTA ısparta İsparta", "isparta isparta isparta"],
    ["ĦAMRUN ŧ ŋ ĸ ə Əliyev ƒ ɛ ɔ", "hamrun t n q e eliyev f e o"],
    ["ĳ Ĳ ŉ ǆ Ǆ ǅ", "ij ij 'n dz dz dz"],
    ["ﬁ ﬃ ﬆ Ａｂｃ１２ № ™ Å K 𝐀", "fi ffi st abc12 no tm a k a"],
    ["ạ̈ ø̈ ș ţ ǿ ǽ", "a o s t o ae"],
    ["Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", "οδυσσευσ οδυσσευσ"],
    ["ё Ё е\u0308 й Й ї ў", "е е е й й ї ў"],
    ["coŀlecció, Driver’s ʼn", "colleccio, driver's 'n"],
    ["Фёдоров ё\u0308", "федоров е"],
  ])("fold() turns %j into %j", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each([
    ["a voicing mark", "バルブ", "パルプ"],
    ["a voicing mark", "バ", "ハ"],
    ["a Thai vowel sign", "ที่", "ทา"],
    ["a Thai tone mark", "ขาว", "ข้าว"],
    ["a Hindi vowel sign", "कि", "की"],
    ["a Hindi nukta", "ज", "ज़"],
    ["a breve of Cyrillic", "й", "и"],
    ["a diaeresis of Ukrainian", "ї", "і"],
    ["an overlaid symbol", "≠", "="],
    ["a Hebrew point", "שׁ", "שׂ"],
    ["an Arabic hamza", "أ", "ا"],
  ])("fold() distinguishes texts that differ in %s: %s and %s", (_what, one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it.each([
    ["half-width katakana with voicing marks", "ﾊﾞﾙﾌﾞ", "バルブ"],
    ["half-width katakana with semi-voicing marks", "ﾊﾟﾙﾌﾟ", "パルプ"],
    ["decomposed katakana", "バルブ".normalize("NFD"), "バルブ"],
    ["decomposed Korean", "각".normalize("NFD"), "각"],
    ["decomposed Hindi", "ज़".normalize("NFD"), "ज़"],
    ["a zero-width space", "Ro\u200bll", "Roll"],
    ["a soft hyphen", "Pac\u00adking", "packing"],
    ["a byte order mark", "\ufeffRoll", "roll"],
    ["a word joiner, joiners and signs of direction", "R\u2060o\u200c\u200dl\u200e\u202el\u2069", "roll"],
    ["a variation selector", "µ\ufe0f", "μ"],
    ["an invisible character before a mark", "a\u200b\u0301", "a"],
  ])("fold() makes texts with %s equal: %j and %j", (_what, one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  const units = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCharCode(code)) },
    fc.constantFrom(
      "\u0301",
      "\u0308",
      "\u0327",
      "\u0345",
      "\u3099",
      "\u309a",
      "ﾞ",
      "ﾟ",
      "ﾊ",
      "ハ",
      "е",
      "ё",
      "и",
      "ẛ",
      "ﬁ",
      "Ǆ",
      "Σ",
      "ς",
      "ß",
      "ẞ",
      "각",
      "ᄀ",
      "ᅡ",
      "ᆨ",
      "ￂ",
      "ﾡ",
      "😀",
      "𝐀",
      "\ud800",
      "\udc00",
      "\u200b",
      "\u00ad",
      "\ufe0f",
      "ก",
      "ี",
      "क",
      "ि",
      "़",
      "–",
      "№",
      "½",
    ),
  );
  const text = fc.string({ unit: units, maxLength: 30 });

  it("folding a text twice changes nothing", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(fold(fold(any))).toBe(fold(any));
      }),
      { numRuns: 2_000 },
    );
  });

  it("fold() gives equivalent texts the same key", () => {
    fc.assert(
      fc.property(text, (any) => {
        const whole = any.toWellFormed();
        expect(fold(whole.normalize("NFD"))).toBe(fold(whole));
        expect(fold(whole.normalize("NFC"))).toBe(fold(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  it("a text's folded pieces have the same key as the folded text", () => {
    fc.assert(
      fc.property(text, (any) => {
        const pieces = foldingPieces(any);
        expect(pieces.join("")).toBe(any);
        expect(pieces.map(fold).join("")).toBe(fold(any));
      }),
      { numRuns: 2_000 },
    );
  });

  it("fold() maps every letter that Unicode decomposes to its base letter", () => {
    for (let code = 0xc0; code < 0x2_0000; code += 1) {
      const letter = String.fromCodePoint(code);
      const [first = "", ...marks] = letter.normalize("NFD");
      if (!/(?=\p{L})[\p{Script=Latin}\p{Script=Greek}]/u.test(first) || marks.length === 0) continue;
      expect([letter, fold(letter)]).toEqual([letter, fold(first)]);
    }
  });

  it("fold() maps every European letter to plain keyboard letters", () => {
    const letters =
      "áàâäãåāăąæćčçĉċďđðéèêëēėęěĕəğĝġģǥǧħĥíìîïīįıĭĩĵķĸĺľļłŀńňñņŋŉóòôöõøōőŏœŕřŗśšşșŝſßťţțŧúùûüūůűųŭũŵẃẁẅýŷÿỳźžżʒǯþƒĳ";
    expect(fold(letters + letters.toUpperCase())).toMatch(/^[a-z']+$/);
  });
});

describe("sameName()", () => {
  it("two names are the same if they differ only in invisible characters", () => {
    expect(sameName("My view", "my\u200b vi\u00adew")).toBe(true);
    expect(sameName("My view", "My view 2")).toBe(false);
  });
});

describe("searchTerms()", () => {
  it("a search splits at spaces and keeps quoted words together", () => {
    expect(searchTerms('film "hall 2"  20')).toEqual(["film", "hall 2", "20"]);
  });
  it("a search ignores empty terms", () => {
    expect(searchTerms('  "" " ')).toEqual([]);
  });
  it("a search ignores terms of only invisible characters", () => {
    expect(searchTerms("film \u200b \u00ad\u200d")).toEqual(["film"]);
  });
});

it("a name shortened to fit a number is never cut inside a character", () => {
  const wanted = `a${"😀".repeat(39)}b`;
  for (const longest of [76, 77, 78, 79, 80]) {
    const name = uniqueName(wanted, [wanted, wanted.slice(0, longest)], longest);
    expect(name.isWellFormed()).toBe(true);
    expect(name.length).toBeLessThanOrEqual(longest);
  }
});
