import { describe, expect, it } from "vitest";
import { readAmounts } from "../../../../../renderer/delivery/file-import/read-amounts.ts";

describe("readAmounts()", () => {
  it.each([
    [
      ["12", "1.5", "0.125", "1234.5", " 7 "],
      [12, 1.5, 0.125, 1234.5, 7],
    ],
    [
      ["1,5", "1.234,5", "1 500", "1\u{202f}234,25"],
      [1.5, 1234.5, 1500, 1234.25],
    ],
    [
      ["1'500.50", "1’500", "1,50,000.00", "12,34,567", "1,50,00"],
      [1500.5, 1500, 150_000, 1_234_567, null],
    ],
    // One sign before three digits is ambiguous in a single number.
    [
      ["1.500", "1,500", "20"],
      [null, null, 20],
    ],
    // The other numbers decide.
    [
      ["1.500", "1,500", "2,5"],
      [1500, 1.5, 2.5],
    ],
    [
      ["1.500", "1,500", "2.5"],
      [1.5, 1500, 2.5],
    ],
    [
      ["1.500", "1.000.000"],
      [1500, 1_000_000],
    ],
    // The other numbers disagree, so the number remains ambiguous.
    [
      ["1.500", "2,5", "2.5"],
      [null, 2.5, 2.5],
    ],
    [
      ["", "-1", "ten", "1.2.3", "1,2,3", "5 m", "1e3", ".5"],
      [null, null, null, null, null, null, null, null],
    ],
    [
      ["1.1250", "2,5", "40"],
      [1.125, 2.5, 40],
    ],
  ])("readAmounts() reads %j", (texts, numbers) => {
    expect(readAmounts(texts)).toEqual(numbers);
  });
});
