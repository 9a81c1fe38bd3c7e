import { describe, expect, it } from "vitest";
import { rowsWithin, scrollScale, scrollTopForRow } from "../../../../renderer/grid/scaled-scroll.ts";

describe("scrollScale()", () => {
  it("scrollScale() does not scale a list that Chromium can draw exactly", () => {
    expect(scrollScale(480_000 * 33, 800, 1)).toEqual({ height: 15_840_000, scale: 1 });
  });

  it.each([
    [1_000_000, 1],
    [1_000_000, 2],
    [10_000_000, 1],
  ])("the scroll bar's end reaches exactly the last of %d rows at %dx", (rows, ratio) => {
    const viewport = 800;
    const total = rows * 33;
    const { height, scale } = scrollScale(total, viewport, ratio);
    expect(height * ratio).toBeLessThan(2 ** 24);
    expect((height - viewport) * scale + viewport).toBeCloseTo(total, 3);
  });
});

describe("scrollTopForRow()", () => {
  it("scrollTopForRow() does not scroll to a row that is already visible", () => {
    expect(scrollTopForRow(5, 33, 330, 100, 1)).toBe(100);
  });
  it("scrollTopForRow() scrolls just enough to show the whole row", () => {
    expect(scrollTopForRow(2, 33, 330, 100, 1)).toBe(66);
    expect(scrollTopForRow(20, 33, 330, 100, 1)).toBe(21 * 33 - 330);
  });
  it("scrollTopForRow() uses scroll bar pixels for a scaled list", () => {
    expect(scrollTopForRow(0, 33, 330, 100, 2)).toBe(0);
    expect(scrollTopForRow(20, 33, 330, 0, 2)).toBe((21 * 33 - 330) / 2);
  });
});

describe("rowsWithin()", () => {
  it("rowsWithin() finds the first and last visible row", () => {
    expect(rowsWithin(0, 330, 33, 1_000)).toEqual([0, 9]);
    expect(rowsWithin(1, 330, 33, 1_000)).toEqual([0, 10]);
    expect(rowsWithin(66, 320, 33, 1_000)).toEqual([2, 11]);
  });
  it("rowsWithin() ends with the last row, even for an offset after it", () => {
    expect(rowsWithin(32_670, 330, 33, 1_000)).toEqual([990, 999]);
    expect(rowsWithin(32_670, 330, 33, 20)).toEqual([10, 19]);
    expect(rowsWithin(32_670, 330, 33, 3)).toEqual([0, 2]);
  });
  it("rowsWithin() finds no row in an empty list", () => {
    expect(rowsWithin(0, 330, 33, 0)).toEqual([0, -1]);
  });
});
