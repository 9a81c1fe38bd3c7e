import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { roundedRect, stack, sumOf } from "../../../../../renderer/ui/chart/stack.ts";

describe("stack()", () => {
  it("stack() places the parts end to end", () =>
    expect(stack([50, 25, 25], 2)).toEqual([
      { start: 0, size: 100 },
      { start: 100, size: 50 },
      { start: 150, size: 50 },
    ]));

  it("stack() widens a small part at the cost of the largest part", () =>
    expect(stack([1, 999, 0], 0.1)).toEqual([
      { start: 0, size: 2 },
      { start: 2, size: 98 },
      { start: 100, size: 0 },
    ]));

  it("stack() gives a small bar a minimum size, but zero gets no bar", () => {
    expect(stack([0.001], 1)).toEqual([{ start: 0, size: 2 }]);
    expect(stack([0, -3], 1)).toEqual([
      { start: 0, size: 0 },
      { start: 0, size: 0 },
    ]);
    expect(stack([], 1)).toEqual([]);
  });

  it("stacked parts never overlap and end at the sum of their values", () => {
    const values = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(values, fc.integer({ min: 20, max: 1_000 }), (parts, track) => {
        const sum = sumOf(parts);
        fc.pre(sum > 0);
        const spans = stack(parts, track / sum);
        for (const [at, { start, size }] of spans.entries()) {
          const before = spans[at - 1];
          expect(start).toBeCloseTo(before ? before.start + before.size : 0, 6);
          expect(size === 0).toBe(parts[at] === 0);
        }
        expect(sumOf(spans.map(({ size }) => size))).toBeCloseTo(track, 6);
      }),
    );
  });
});

test("sumOf() leaves out negative values", () => expect(sumOf([3, -2, 4])).toBe(7));

describe("roundedRect()", () => {
  it("roundedRect() rounds the requested corners", () =>
    expect(roundedRect(0, 0, 20, 10, [3, 0, 0, 3])).toBe(
      "M3,0h17v10h-17a3,3 0 0 1 -3,-3v-4a3,3 0 0 1 3,-3z",
    ));

  it("roundedRect() limits the radius to half a side", () =>
    expect(roundedRect(0, 0, 2, 10, [3, 3, 3, 3])).toMatch(/^M1,0h0a1,1 /));
});
