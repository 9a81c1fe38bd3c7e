import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeInSlots } from "../../../../renderer/grid/row-painter.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Elements are numbers here; each new one gets the next number. */
function screens(): (indexes: readonly number[]) => ReturnType<typeof placeInSlots<number>> {
  let before: ReadonlyMap<number, number> = new Map();
  let made = 0;
  return (indexes) => {
    const after = placeInSlots(before, indexes, () => made++);
    before = after.placed;
    return after;
  };
}

describe("placeInSlots()", () => {
  it("placeInSlots() reuses all elements in order if all rows change", () => {
    const show = screens();
    show(range(0, 4));
    const after = show(range(50, 54));
    expect([...after.placed]).toEqual(range(50, 54).map((index, at) => [index, at]));
    expect(after.left).toEqual([]);
  });

  it("placeInSlots() reuses elements from one end for new rows at the other end", () => {
    const show = screens();
    show(range(0, 4));
    expect([...show(range(2, 6)).placed.values()]).toEqual([2, 3, 4, 0, 1]);
    expect([...show(range(0, 4)).placed.values()]).toEqual([0, 1, 2, 3, 4]);
  });

  it("placeInSlots() keeps the element of a kept row outside the view", () => {
    const show = screens();
    show(range(0, 4));
    expect(show([2, ...range(50, 53)]).placed.get(2)).toBe(2);
    expect(show([2, ...range(80, 83)]).placed.get(2)).toBe(2);
    show(range(0, 3));
    expect(show([2, ...range(3, 6)]).placed.get(2)).toBe(2);
  });

  it("placeInSlots() returns unused elements", () => {
    const show = screens();
    show(range(0, 4));
    expect(show(range(3, 4)).left).toEqual([0, 1, 2]);
  });

  it("placeInSlots() never uses an element twice or loses an element", () => {
    const screen = fc
      .tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.nat(60))
      .map(([from, rows, kept]) =>
        [...new Set([...range(from, from + rows - 1), kept])].toSorted((a, b) => a - b),
      );
    fc.assert(
      fc.property(fc.array(screen, { minLength: 1, maxLength: 8 }), (all) => {
        const show = screens();
        let before = new Map<number, number>();
        for (const indexes of all) {
          const { placed, left } = show(indexes);
          expect([...placed.keys()]).toEqual(indexes);
          const used = [...placed.values(), ...left];
          expect(new Set(used).size).toBe(used.length);
          for (const [index, element] of before) {
            expect(used).toContain(element);
            if (placed.has(index)) expect(placed.get(index)).toBe(element);
          }
          before = new Map(placed);
        }
      }),
    );
  });
});
