import { describe, expect, it } from "vitest";
import { gapFrom } from "../../../../../renderer/features/scanner/learn-dialog.tsx";

describe("gapFrom", () => {
  it.each([
    [2, 15],
    [20, 30],
    [33.2, 50],
    [50, 50],
    [51, null],
  ])("scans with %s ms between two keys make %s ms the limit", (largestGapMs, gapMs) => {
    expect(gapFrom(largestGapMs)).toBe(gapMs);
  });
});
