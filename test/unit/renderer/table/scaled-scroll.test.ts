import { describe, expect, it } from "vitest";
import { scrollScale, scrollTopForRow } from "../../../../renderer/table/scaled-scroll.ts";

describe("scrollScale", () => {
  it("leaves lists alone that Chromium can lay out", () => {
    expect(scrollScale(900_000 * 33, 800, 1)).toEqual({ height: 29_700_000, scale: 1 });
  });

  it.each([
    [1_000_000, 1],
    [1_000_000, 2],
    [10_000_000, 1],
  ])("reaches the last of %d rows at %dx exactly at the end of the bar", (rows, ratio) => {
    const viewport = 800;
    const total = rows * 33;
    const { height, scale } = scrollScale(total, viewport, ratio);
    expect(height * ratio).toBeLessThan(33_554_431);
    expect((height - viewport) * scale + viewport).toBeCloseTo(total, 3);
  });
});

describe("scrollTopForRow", () => {
  it("does not move for a row in sight", () => {
    expect(scrollTopForRow(5, 33, 330, 100, 1)).toBe(100);
  });
  it("moves as little as shows the whole row", () => {
    expect(scrollTopForRow(2, 33, 330, 100, 1)).toBe(66);
    expect(scrollTopForRow(20, 33, 330, 100, 1)).toBe(21 * 33 - 330);
  });
  it("counts in scrolled pixels where they are scaled", () => {
    expect(scrollTopForRow(0, 33, 330, 100, 2)).toBe(0);
    expect(scrollTopForRow(20, 33, 330, 0, 2)).toBe((21 * 33 - 330) / 2);
  });
});
