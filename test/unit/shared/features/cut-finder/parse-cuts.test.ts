import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberReader } from "../../../../../shared/base/text/read-number.ts";
import { cutsText, parseCuts, type CutText } from "../../../../../shared/features/cut-finder/parse-cuts.ts";

const METRES: CutText = { unit: "m", numbers: numberReader("en") };
const COMMAS: CutText = { unit: "m", numbers: numberReader("de") };
/** Cuts as [count, length]. */
const read = (text: string, how = METRES): unknown => {
  const { cuts, problem } = parseCuts(text, how);
  return cuts ? cuts.map(({ count, length }) => [count, length]) : problem;
};
const BOTH = [
  [3, 12.5],
  [1, 40],
];

describe("parseCuts()", () => {
  it.each([
    "3 × 12.5 and 1 × 40",
    "3x12.5, 40",
    "3 X 12.5; 40",
    "3*12.5 + 1*40",
    "3 × 12.5 m and 40m",
    "3 × 12.5\n40\n",
    "3x12.5,\n40",
    "3 × 12.50 and 1 × 40",
    "3x12.5; 40,",
    "3 × 12.5\r\n1 × 40",
    "3 × 12.5 AND 40 and",
    "3 × 12.5 und 40",
    "3 × 12.5 m et 1 × 40",
    "3 × 12.5 y 40",
    "3 × 12.5 E 40",
  ])("parseCuts() reads %j", (text) => expect(read(text)).toEqual(BOTH));

  it.each([
    ["12,5", "“12,5” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["3x12.5,40", "“3x12.5,40” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["2 × 1.234,5", "“2 × 1.234,5” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["1,2,3; 4", "“1,2,3” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["2 × .5", "“2 × .5” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["1,23 × 5", "“1,23 × 5” is not a number. Write 1,234.5 or 1234.5, and “;” between cuts."],
    ["1e3", "“1e3” is not a cut. Write how many and how long, such as “3 × 12.5”."],
    ["", "Write the cuts, such as “3 × 12.5 and 1 × 40”."],
    ["40 and 3 of 12", "“3 of 12” is not a cut. Write how many and how long, such as “3 × 12.5”."],
    ["-3", "“-3”: a length is more than 0 and has at most 6 decimals."],
    ["0x10", "“0x10”: the number of pieces stands first, and is a whole number from 1."],
    ["12.5 × 3", "“12.5 × 3”: the number of pieces stands first, and is a whole number from 1."],
    ["40 m x 3", "“40 m x 3”: the number of pieces stands first, and is a whole number from 1."],
    ["0 × 3", "“0 × 3”: the number of pieces stands first, and is a whole number from 1."],
    ["3 × 0", "“3 × 0”: a length is more than 0 and has at most 6 decimals."],
    ["0.1234567", "“0.1234567”: a length is more than 0 and has at most 6 decimals."],
    ["3 ft", "“3 ft”: lengths of this type are in m."],
    ["499; 2 × 1; 500 × 1", "At most 500 pieces can be planned at once."],
  ])("parseCuts() refuses %j and quotes the wrong part", (text, sentence) =>
    expect(read(text)).toBe(sentence),
  );

  it.each([
    ["en", "2 × 1,234.5", [[2, 1234.5]]],
    ["de", "2 × 1.234,5", [[2, 1234.5]]],
    ["fr", "2 × 1\u202f234,5", [[2, 1234.5]]],
    [
      "fr",
      "2 × 1 234,5 and 3",
      [
        [2, 1234.5],
        [1, 3],
      ],
    ],
    [
      "de-CH",
      "2 × 1’234.5; 1'000",
      [
        [2, 1234.5],
        [1, 1000],
      ],
    ],
    ["en-IN", "12,34,567", [[1, 1234567]]],
    [
      "en",
      "2 × 1,234.5, 7",
      [
        [2, 1234.5],
        [1, 7],
      ],
    ],
    ["de", "3 × 12,5, 40", BOTH],
    [
      "de",
      "12,5 m, 1.000",
      [
        [1, 12.5],
        [1, 1000],
      ],
    ],
    ["ar-EG", "٢ × ١٬٢٣٤٫٥", [[2, 1234.5]]],
  ] as const)("parseCuts() in %s reads %s", (locale, text, cuts) =>
    expect(read(text, { unit: "m", numbers: numberReader(locale) })).toEqual(cuts),
  );

  it.each(["3 × 12.5", "2 × 1,234.5", "1,2,3", "3 × 12,5,40"])(
    "parseCuts() in German refuses %s and explains the number format",
    (text) =>
      expect(read(text, COMMAS)).toBe(
        `“${text}” is not a number. Write 1.234,5 or 1234,5, and “;” between cuts.`,
      ),
  );

  it("parseCuts() refuses every unit if lengths have no unit", () => {
    expect(read("3 m", { ...METRES, unit: null })).toBe(
      "“3 m”: this type’s lengths have no unit. Write the number alone.",
    );
  });

  it("parseCuts() reads the texts that cutsText() writes in every language", () => {
    const cut = fc.record({
      length: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1_000),
      count: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(cut, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("en", "de", "fr", "ar-EG"),
        (cuts, locale) => {
          const numbers = numberReader(locale);
          expect(parseCuts(cutsText(cuts, numbers), { unit: null, numbers }).cuts).toEqual(cuts);
        },
      ),
    );
  });
});
