import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeInSlots, RowSlots, type RowSlot } from "../../../../../renderer/table/grid/row-slots.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const keys = (slots: readonly RowSlot[]): number[] => slots.map(({ key }) => key);
const keyOf = (slots: readonly RowSlot[], row: number) => slots.find(({ index }) => index === row)?.key;
const START = placeInSlots([], range(0, 4));

/** The elements that React moves: those that come after one that stood behind them. */
function moved(before: readonly RowSlot[], after: readonly RowSlot[]): number[] {
  let last = -1;
  return after.flatMap(({ index, key }) => {
    const place = keys(before).indexOf(key);
    if (place < 0 || place > last) {
      last = Math.max(last, place);
      return [];
    }
    return [index];
  });
}

describe("placeInSlots", () => {
  it("gives all elements to the rows of a frame that replaces all, in their order", () => {
    expect(keys(placeInSlots(START, range(50, 54)))).toEqual(keys(START));
    expect(keys(placeInSlots(placeInSlots(START, range(50, 54)), range(9, 13)))).toEqual(keys(START));
  });

  it("hands the elements that leave above to the rows that enter below", () => {
    const after = placeInSlots(START, range(2, 6));
    expect(keys(after).toSorted((a, b) => a - b)).toEqual(keys(START));
    expect(range(2, 4).map((row) => keyOf(after, row))).toEqual([2, 3, 4]);
  });

  it("leaves a row that is kept out of sight its element, on either side", () => {
    const below = placeInSlots(START, [2, ...range(50, 53)]);
    expect(keyOf(below, 2)).toBe(keyOf(START, 2));
    expect(keys(below)).toHaveLength(new Set(keys(below)).size);
    const above = placeInSlots(placeInSlots([], range(50, 54)), [...range(0, 3), 52]);
    expect(keyOf(above, 52)).toBe(2);
  });

  it("never uses an element twice, and moves none of a row that stays", () => {
    const screen = fc
      .tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.nat(60))
      .map(([from, rows, kept]) =>
        [...new Set([...range(from, from + rows - 1), kept])].toSorted((a, b) => a - b),
      );
    fc.assert(
      fc.property(fc.array(screen, { minLength: 1, maxLength: 8 }), (screens) => {
        let before: readonly RowSlot[] = [];
        for (const indexes of screens) {
          const after = placeInSlots(before, indexes);
          expect(after.map(({ index }) => index)).toEqual(indexes);
          expect(new Set(keys(after)).size).toBe(indexes.length);
          const stayed = before.filter(({ index }) => indexes.includes(index));
          for (const { index, key } of stayed) expect(keyOf(after, index)).toBe(key);
          const movedRows = moved(before, after);
          expect(stayed.filter(({ index }) => movedRows.includes(index))).toEqual([]);
          before = after;
        }
      }),
    );
  });
});

describe("RowSlots", () => {
  it("answers the same slots while the rows are the same", () => {
    const slots = new RowSlots();
    const placed = slots.place(range(0, 4));
    expect(slots.place(range(0, 4))).toBe(placed);
    expect(slots.place(range(5, 9))).not.toBe(placed);
  });
});
