import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutsText, parseCuts, type CutText } from "../../../../shared/cutting/parse-cuts.ts";

const METRES: CutText = { unit: "m", decimalComma: false };
const COMMAS: CutText = { unit: "m", decimalComma: true };
/** Cuts as [count, length]. */
const read = (text: string, how = METRES): unknown => {
  const { cuts, problem } = parseCuts(text, how);
  return cuts ? cuts.map(({ count, length }) => [count, length]) : problem;
};
const BOTH = [
  [3, 12.5],
  [1, 40],
];

describe("parseCuts", () => {
  it.each([
    "3 × 12.5 and 1 × 40",
    "3x12.5, 40",
    "3 X 12.5; 40",
    "3*12.5 + 1*40",
    "3 × 12.5 m and 40m",
    "3 × 12.5\n40\n",
    "3x12.5,40",
    "3 × 12,5 and 1 × 40",
    "3x12,5; 40",
    "3 × 12.5 AND 40 and",
  ])("reads %j", (text) => expect(read(text)).toEqual(BOTH));

  it.each([
    ["12,5", "“12,5” can be read in two ways. Write decimals with a point, and “;” between cuts."],
    ["2 × 1,000; 3", "“1,000” can be read in two ways. Write decimals with a point, and “;” between cuts."],
    ["1,2,3; 4", "“1,2,3” can be read in two ways. Write decimals with a point, and “;” between cuts."],
    ["", "Write the cuts, such as “3 × 12.5 and 1 × 40”."],
    ["40 and 3 of 12", "“3 of 12” is not a cut. Write how many and how long, such as “3 × 12.5”."],
    ["-3", "“-3” is not a cut. Write how many and how long, such as “3 × 12.5”."],
    ["12.5 × 3", "“12.5 × 3”: the number of pieces stands first, and is a whole number from 1."],
    ["40 m x 3", "“40 m x 3”: the number of pieces stands first, and is a whole number from 1."],
    ["0 × 3", "“0 × 3”: the number of pieces stands first, and is a whole number from 1."],
    ["3 × 0", "“3 × 0”: a length is more than 0 and has at most 6 decimals."],
    ["0.1234567", "“0.1234567”: a length is more than 0 and has at most 6 decimals."],
    ["3 ft", "“3 ft”: lengths of this type are in m."],
    ["499; 2 × 1; 500 × 1", "At most 500 pieces can be planned at once."],
  ])("refuses %j in a sentence that names the part", (text, sentence) => expect(read(text)).toBe(sentence));

  it("takes a comma between digits as a decimal mark where the language has one", () => {
    expect(read("3 × 12,5", COMMAS)).toEqual([[3, 12.5]]);
    expect(read("12,5 m, 1,000", COMMAS)).toEqual([
      [1, 12.5],
      [1, 1],
    ]);
    expect(read("3 × 12.5,40", COMMAS)).toEqual(BOTH);
    expect(read("1,2,3", COMMAS)).toContain("can be read in two ways");
  });

  it("refuses every unit where there is none", () => {
    expect(read("3 m", { ...METRES, unit: null })).toBe(
      "“3 m”: this type’s lengths have no unit. Write the number alone.",
    );
  });

  it("reads its own texts again, in every language", () => {
    const cut = fc.record({
      length: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1_000),
      count: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 12 }), fc.boolean(), (cuts, decimalComma) => {
        expect(parseCuts(cutsText(cuts), { unit: null, decimalComma }).cuts).toEqual(cuts);
      }),
    );
  });
});
