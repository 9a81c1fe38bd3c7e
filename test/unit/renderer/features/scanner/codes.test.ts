import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { drawBarcode, fitsCode } from "../../../../../renderer/features/scanner/labels/codes.ts";

it.each([
  ["a".repeat(200), true],
  ["a".repeat(201), false],
  ["巻".repeat(66), true],
  ["巻".repeat(67), false],
  ["🎞".repeat(50), true],
  ["🎞".repeat(51), false],
  ["", false],
])("fitsCode() counts the bytes of a text: %s", (text, fits) => {
  expect(fitsCode(text)).toBe(fits);
  // On the smallest label, 57 modules and the quiet zones have 0.4 mm a module.
  if (fits) expect(encode(text, { ecc: "M", border: 0 }).size).toBeLessThanOrEqual(57);
});

describe("drawBarcode()", () => {
  it("draws start, characters, check character and stop between two quiet zones", () => {
    // Code set B has 11 modules a character, and 13 for the stop; code set C has two digits in a character.
    expect(drawBarcode("itm_ab", 100)?.width).toBe(10 + 11 * (1 + 6 + 1) + 13 + 10);
    expect(drawBarcode("12345678", 100)?.width).toBe(10 + 11 * (1 + 4 + 1) + 13 + 10);
    // The modules of "start B" (ISO/IEC 15417): two dark, one light, one dark, two light, one dark, four light.
    expect(drawBarcode("itm_ab", 100)?.path).toMatch(/^M10 0h2v1h-2zM13 0h1v1h-1zM16 0h1v1h-1zM21 0/);
  });

  it.each([
    [45.5, 3],
    [45.4, 2],
    [30.3, 2],
    [30.2, null],
  ])("draws modules as wide as %s mm allow, of at least two and at most three dots: %s", (space, dots) => {
    const width = drawBarcode("itm_ab", space)?.printedWidth;
    if (dots === null) expect(width).toBeUndefined();
    else expect(width).toBeCloseTo((121 * dots * 25.4) / 203, 6);
  });

  it.each(["", "itm_é", "Ë12", "巻1", "a\tb", "\u00cf12"])(
    "draws nothing for a text with characters that Code 128 lacks: %j",
    (text) => expect(drawBarcode(text, 1_000)).toBeNull(),
  );
});
