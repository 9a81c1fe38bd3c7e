import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels, valueAxis } from "../../../../../renderer/ui/chart/axis.ts";

const ticksOf = (values: readonly number[]) => valueAxis(values, 100).ticks.map(({ text }) => text);

describe("valueAxis()", () => {
  it("a chart axis has a few round numbers from 0 and covers every value", () => {
    expect(ticksOf([12, 9_800])).toEqual(["0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
    const { ticks, place } = valueAxis([30], 100);
    expect(ticks[0]).toMatchObject({ value: 0, at: 100 });
    expect(place(15)).toBe(50);
  });

  it("the axis of whole numbers has only whole ticks", () => {
    expect(ticksOf([1])).toEqual(["0", "1"]);
    expect(ticksOf([0.5, 1])).toContain("0.2");
  });

  it("a chart without values still has an axis", () => {
    expect(ticksOf([])).toEqual(["0", "1"]);
    expect(ticksOf([0, 0])).toEqual(["0", "1"]);
  });

  it("a chart axis starts below 0 if a value is negative", () => expect(ticksOf([-40, 60])).toContain("-40"));
});

describe("placeLabels()", () => {
  /** Labels of the same width, in the middle of equal steps. */
  const labels = (count: number, step: number, width: number) =>
    Array.from({ length: count }, (_, at) => ({ at: (at + 0.5) * step, width }));
  const shown = (count: number, step: number, width: number, reference = 0) =>
    placeLabels(labels(count, step, width), count * step, reference).map(({ index }) => index);

  it("placeLabels() shows all labels if they fit", () => expect(shown(4, 60, 40)).toEqual([0, 1, 2, 3]));
  it("placeLabels() shows every second or third label if space is short", () => {
    expect(shown(6, 30, 40)).toEqual([0, 2, 4]);
    expect(shown(7, 20, 36)).toEqual([0, 3, 6]);
  });
  it("placeLabels() always shows the reference's label", () => {
    expect(shown(6, 30, 40, 3)).toEqual([1, 3, 5]);
    expect(shown(5, 10, 400, 2)).toEqual([2]);
  });
  it("placeLabels() moves the outer labels inwards", () =>
    expect(placeLabels([{ at: 5, width: 40 }], 100)).toEqual([{ index: 0, at: 20 }]));
  it("placeLabels() returns an empty list for no labels", () => expect(placeLabels([], 100)).toEqual([]));

  it("placeLabels() never lets labels overlap", () => {
    const widths = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(widths, fc.integer({ min: 100, max: 1_000 }), fc.nat(), (of, span, seed) => {
        const all = of.map((width, at) => ({ at: ((at + 0.5) * span) / of.length, width }));
        const placed = placeLabels(all, span, seed % of.length);
        expect(placed.map(({ index }) => index)).toContain(seed % of.length);
        for (const [order, { index, at }] of placed.entries()) {
          const next = placed[order + 1];
          if (next) expect(at + (of[index] ?? 0) / 2).toBeLessThan(next.at - (of[next.index] ?? 0) / 2);
        }
      }),
    );
  });
});
