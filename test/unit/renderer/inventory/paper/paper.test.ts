import { describe, expect, test } from "vitest";
import { pixelWidth, sizeOf, usualPaper, paginate } from "../../../../../renderer/inventory/paper/paper.ts";
import fc from "fast-check";

describe("paper sizes", () => {
  test("sizeOf() returns a paper's size in its orientation", () => {
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
  ])("usualPaper() returns the default paper for %s: %s", (language, name) => {
    expect(usualPaper(language).name).toBe(name);
  });
});

describe("paginate()", () => {
  test("the first printed page has fewer rows because of the title", () => {
    expect(paginate([10, 10, 10, 10, 10], 25, 30)).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 5 },
    ]);
  });

  test("a table without rows prints on one page", () => {
    expect(paginate([], 25, 30)).toEqual([{ begin: 0, end: 0 }]);
  });

  test("a title that fills the first page is printed without rows", () => {
    expect(paginate([10], 5, 30)).toEqual([
      { begin: 0, end: 0 },
      { begin: 0, end: 1 },
    ]);
  });

  test("a row taller than a page gets its own page", () => {
    expect(paginate([10, 50, 10], 30, 30)).toEqual([
      { begin: 0, end: 1 },
      { begin: 1, end: 2 },
      { begin: 2, end: 3 },
    ]);
  });

  test("group headings print on the page of their first row", () => {
    // The page has two rows, a heading within another heading, and two rows.
    const heights = [10, 10, 10, 10, 10, 10];
    expect(paginate(heights, 40, 30, new Set([2, 3]))).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 5 },
      { begin: 5, end: 6 },
    ]);
    expect(paginate(heights, 50, 30, new Set([2, 3]))).toEqual([
      { begin: 0, end: 5 },
      { begin: 5, end: 6 },
    ]);
  });

  test("a group heading stays on the page before its row if the row does not fit on that page", () => {
    expect(paginate([10, 10, 25], 30, 30, new Set([0, 1]))).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 3 },
    ]);
  });

  test("every row prints on exactly one page, in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 })),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 50, max: 100 }),
        (heights, first, later) => {
          const pages = paginate(heights, first, later);
          expect(pages[0]?.begin).toBe(0);
          expect(pages.at(-1)?.end).toBe(heights.length);
          for (const [index, { begin, end }] of pages.entries()) {
            expect(begin).toBe(index === 0 ? 0 : pages[index - 1]?.end);
            const used = heights.slice(begin, end).reduce((sum, height) => sum + height, 0);
            const room = index === 0 ? first : later;
            expect(used).toBeLessThanOrEqual(room);
            // The next rows would not have fitted.
            const next = heights[end];
            if (next !== undefined) expect(used + next).toBeGreaterThan(room);
          }
        },
      ),
    );
  });
});
