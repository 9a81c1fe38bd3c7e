import { describe, expect, test } from "vitest";
import { pixelWidth, sizeOf, usualPaper } from "../../../../../renderer/table/print/paper.ts";

describe("paper", () => {
  test("paper has the size of its orientation", () => {
    expect(sizeOf({ name: "A4", orientation: "portrait" })).toEqual([210, 297]);
    expect(sizeOf({ name: "Letter", orientation: "landscape" })).toEqual([279.4, 215.9]);
    expect(pixelWidth({ name: "Letter", orientation: "landscape" })).toBeCloseTo(11 * 96);
  });

  test.each([
    ["en-US", "Letter"],
    ["en", "Letter"],
    ["es-MX", "Letter"],
    ["en-GB", "A4"],
    ["de", "A4"],
  ])("paper has the usual size for %s: %s", (language, name) => {
    expect(usualPaper(language).name).toBe(name);
  });
});
