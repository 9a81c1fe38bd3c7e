import { describe, expect, it } from "vitest";
import { gapFrom } from "../../../../../renderer/features/scanner/learn-dialog.tsx";

describe("gapFrom()", () => {
  it.each([
    [2, 15],
    [20, 30],
    [33.2, 50],
    [50, 50],
    [51, null],
  ])("gapFrom() turns a gap of %s ms between keys into a limit of %s ms", (largestGapMs, gapMs) => {
    expect(gapFrom(largestGapMs)).toBe(gapMs);
  });
});
