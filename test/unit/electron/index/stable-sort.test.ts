import fc from "fast-check";
import { expect, it } from "vitest";
import { Bitmap } from "../../../../electron/index/bitmap.ts";
import { sortByNumber, sortByRank } from "../../../../electron/index/stable-sort.ts";

const numbers = fc.array(
  fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, -1, Number.NaN), fc.integer()),
  { maxLength: 80 },
);

it.each(["asc", "desc"] as const)("sortByNumber() %s is stable and puts null last", (direction) => {
  fc.assert(
    fc.property(numbers, (values) => {
      const base = Uint32Array.from(values, (_, slot) => values.length - 1 - slot);
      const sign = direction === "desc" ? -1 : 1;
      const expected = Array.from(base).toSorted((left, right) => {
        const [mine = 0, theirs = 0] = [values[left], values[right]];
        if (Number.isNaN(mine) || Number.isNaN(theirs))
          return Number(Number.isNaN(mine)) - Number(Number.isNaN(theirs));
        return mine === theirs ? 0 : sign * (mine < theirs ? -1 : 1);
      });
      expect(Array.from(sortByNumber(base, Float64Array.from(values), direction))).toEqual(expected);
    }),
  );
});

it("sortByRank() keeps the order of rows with equal ranks", () => {
  const sorted = sortByRank(Uint32Array.of(3, 2, 1, 0), Uint32Array.of(0, 1, 0, 2), Uint32Array.of(2, 0, 1));
  expect(Array.from(sorted)).toEqual([1, 3, 2, 0]);
});

it("bitmaps combine and count slots as sets do", () => {
  const set = (length: number): fc.Arbitrary<Set<number>> =>
    fc.array(fc.nat(length - 1), { maxLength: 40 }).map((slots) => new Set(slots));
  const sets = fc
    .integer({ min: 1, max: 100 })
    .chain((length) => fc.tuple(fc.constant(length), set(length), set(length)));
  fc.assert(
    fc.property(sets, ([length, left, right]) => {
      const bitmapOf = (slots: Set<number>): Bitmap => {
        const bitmap = new Bitmap(length);
        for (const slot of slots) bitmap.add(slot);
        return bitmap;
      };
      const listOf = (bitmap: Bitmap): number[] => {
        const slots: number[] = [];
        bitmap.forEach((slot) => slots.push(slot));
        return slots;
      };
      const all = Array.from({ length }, (_, slot) => slot);
      const [mine, theirs] = [bitmapOf(left), bitmapOf(right)];
      expect(listOf(mine.and(theirs))).toEqual(all.filter((slot) => left.has(slot) && right.has(slot)));
      expect(listOf(mine.or(theirs))).toEqual(all.filter((slot) => left.has(slot) || right.has(slot)));
      expect(listOf(mine.not())).toEqual(all.filter((slot) => !left.has(slot)));
      expect(mine.not().count()).toBe(length - left.size);
      expect(Bitmap.full(length).count()).toBe(length);
    }),
  );
});
