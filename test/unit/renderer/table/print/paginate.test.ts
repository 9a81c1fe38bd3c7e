import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paginate } from "../../../../../renderer/table/print/paginate.ts";

describe("paginate", () => {
  test("the first page has fewer rows, because it has the title", () => {
    expect(paginate([10, 10, 10, 10, 10], 25, 30)).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 5 },
    ]);
  });

  test("a table without rows has one page", () => {
    expect(paginate([], 25, 30)).toEqual([{ begin: 0, end: 0 }]);
  });

  test("a title that fills the first page has it alone", () => {
    expect(paginate([10], 5, 30)).toEqual([
      { begin: 0, end: 0 },
      { begin: 0, end: 1 },
    ]);
  });

  test("an oversized row has its own page", () => {
    expect(paginate([10, 50, 10], 30, 30)).toEqual([
      { begin: 0, end: 1 },
      { begin: 1, end: 2 },
      { begin: 2, end: 3 },
    ]);
  });

  test("every row is on one page, in order, and no page is overfilled", () => {
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
            // What follows would not have fitted.
            const next = heights[end];
            if (next !== undefined) expect(used + next).toBeGreaterThan(room);
          }
        },
      ),
    );
  });
});
