import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitmap } from "../../../../electron/index/bitmap.ts";
import { TextColumn } from "../../../../electron/index/text-column.ts";

/** Texts of a few letters, so that parts match. Some letters have two, three or four bytes. */
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "0", "#", "é", "µ", "×", "日", "🎞") });

function columnOf(texts: readonly string[]): TextColumn {
  const column = new TextColumn(texts.length);
  for (const [slot, one] of texts.entries()) column.put(slot, one);
  return column;
}

function slotsOf(bitmap: Bitmap): number[] {
  const slots: number[] = [];
  bitmap.forEach((slot) => slots.push(slot));
  return slots;
}

const slotsWhere = (texts: readonly string[], holds: (text: string) => boolean): number[] =>
  texts.flatMap((one, slot) => (holds(one) ? [slot] : []));

describe("a text column", () => {
  it("a text column finds a piece anywhere in a text, but never across two texts", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 60 }), text, (texts, piece) => {
        const column = columnOf(texts);
        const all = Bitmap.full(texts.length);
        expect(slotsOf(column.having(all, piece, "anywhere"))).toEqual(
          slotsWhere(texts, (one) => one.includes(piece)),
        );
        expect(slotsOf(column.having(all, piece, "atStart"))).toEqual(
          slotsWhere(texts, (one) => one.startsWith(piece)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("a text column finds a piece at each position of a word", () => {
    for (let length = 1; length <= 12; length += 1) {
      const texts = Array.from({ length }, (_, at) =>
        `${".".repeat(at)}xyz`.slice(0, length).padEnd(length, "-"),
      );
      const column = columnOf(texts);
      for (const piece of ["x", "xy", "xyz", "yz", "z"]) {
        expect(slotsOf(column.having(Bitmap.full(length), piece, "anywhere"))).toEqual(
          slotsWhere(texts, (one) => one.includes(piece)),
        );
      }
    }
  });

  it("a search covers only the given slots and each slot's latest text", () => {
    const column = columnOf(["foil 12", "film 12", "tape 12"]);
    column.put(1, "mesh 9");
    const within = new Bitmap(3);
    within.add(1);
    within.add(2);
    expect(slotsOf(column.having(within, "12", "anywhere"))).toEqual([2]);
    expect([column.is(1, "mesh 9"), column.is(1, "film 12")]).toEqual([true, false]);
  });

  it("a text column keeps its texts as it grows", () => {
    const texts = Array.from({ length: 4_000 }, (_, at) => `${"long name ".repeat(at % 9)}#${at}`);
    const column = new TextColumn(1);
    for (const [slot, one] of texts.entries()) column.put(slot, one);
    expect(slotsOf(column.having(Bitmap.full(4_000), "#399", "anywhere"))).toEqual(
      slotsWhere(texts, (one) => one.includes("#399")),
    );
    expect(texts.every((one, slot) => column.is(slot, one))).toBe(true);
  });
});
