import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../../../../shared/base/text/fold.ts";
import {
  compareNatural,
  nameKeys,
  naturalKey,
  sortNaturally,
} from "../../../../../shared/base/text/natural-order.ts";
import { cases } from "../../../../helpers/whole-run.ts";

const sorted = (names: readonly string[]): readonly string[] => sortNaturally(names, (name) => name);

describe("the natural order", () => {
  it.each([
    ["whole numbers by size", ["Film", "roll 1", "Roll 2", "Roll 10", "Roll 100"]],
    ["decimals by value", ["0.125 mm", "0.25 mm", "0.5 mm", "1 mm", "1.05 mm", "1.5 mm", "2 mm", "10 mm"]],
    ["decimal commas likewise", ["0,125 mm", "0,25 mm", "0,5 mm", "1,05 mm", "1,5 mm", "12,75 mm"]],
    ["both signs together", ["0.125", "0,25", "0.5", "0,75", "1", "1,25", "1.5"]],
    ["a fraction after its whole number", ["1 z", "1 🎉", "1.25a", "1.255", "1.3 a", "2 a"]],
    ["a number without whole digits", [".125 in", ".25 in", "0.3 in", ".5 in", "1 in"]],
    ["fractions behind long numbers", ["M8x1", "M8x1.25", "M8x1.5", "M10x1.25"]],
    ["versions part by part", ["v1.9.9", "v1.9.10", "v1.10.1", "v2.0.0"]],
    ["ISO dates part by part", ["2025-12-31", "2026-01-09", "2026-01-10", "2026-10-01"]],
    ["dates with full stops part by part", ["01.09.2026", "02.09.2026", "10.01.2026"]],
    ["lists with commas part by part", ["1,2,9", "1,2,10", "1,10,1"]],
    ["addresses part by part", ["10.0.0.2", "10.0.0.10", "10.0.1.1"]],
    [
      "very long numbers by size",
      [`1${"0".repeat(69)}`, `9${"0".repeat(69)}`, `1${"0".repeat(70)}`, `1${"0".repeat(140)}`],
    ],
    ["letters without marks", ["Łódź 1", "lodz 2", "ŁÓDŹ 10", "M"]],
  ])("the natural order sorts %s", (_what, names) => {
    expect(sorted(names.toReversed())).toEqual(names);
    expect(sorted(names)).toEqual(names);
  });

  it.each([
    ["Roll 2", "roll 002"],
    ["0.5", "0,50"],
    ["1", "1.0"],
    [".5", "0.5"],
    ["5.10", "5.1"],
    ["01.09.2026", "1.9.2026"],
  ])("the natural order treats %j and %j as equal, so ids decide", (one, other) => {
    expect(compareNatural(one, other)).toBe(0);
    expect(naturalKey(one)).toBe(naturalKey(other));
  });

  const unit = fc.constantFrom(...Array.from("0123459.,,.- aé/:!½"), "🎉", "\uffff", "\u{10ffff}", "٣", "Ł");
  const name = fc.string({ unit, maxLength: 14 });

  it("the natural order is antisymmetric and transitive", () => {
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(Math.sign(compareNatural(a, b))).toBe(0 - Math.sign(compareNatural(b, a)));
        expect(compareNatural(a, b) === 0).toBe(naturalKey(a) === naturalKey(b));
        const [first, second, third] = [a, b, c].toSorted(compareNatural) as [string, string, string];
        expect(compareNatural(first, second)).toBeLessThanOrEqual(0);
        expect(compareNatural(second, third)).toBeLessThanOrEqual(0);
        expect(compareNatural(first, third)).toBeLessThanOrEqual(0);
      }),
      { numRuns: cases(5_000) },
    );
  });

  it("the natural order agrees with the keys' bytes in SQLite and the index", () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(naturalKey(a)), Buffer.from(naturalKey(b)));
        expect(Math.sign(compareNatural(a, b))).toBe(bytes);
      }),
      { numRuns: cases(5_000) },
    );
  });

  it("the natural order sorts any two numbers by value", () => {
    const number = fc.record({
      whole: fc.nat(2_000),
      fraction: fc.stringMatching(/^\d{0,4}$/),
      sign: fc.constantFrom(".", ","),
      zeros: fc.constantFrom("", "0", "00"),
      rest: fc.constantFrom("", " mm", "mm", "µm", "x", " 🎉", "."),
    });
    const textOf = ({
      whole,
      fraction,
      sign,
      zeros,
      rest,
    }: typeof number extends fc.Arbitrary<infer T> ? T : never) =>
      `Film ${zeros}${whole}${fraction === "" ? "" : sign + fraction}${rest}`;
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [left, right] = [a, b].map(({ whole, fraction }) => Number(`${whole}.${fraction || "0"}`));
        if (left === right) return;
        const wanted = Math.sign((left ?? 0) - (right ?? 0));
        expect(Math.sign(compareNatural(textOf(a), textOf(b)))).toBe(wanted);
      }),
      { numRuns: cases(5_000) },
    );
  });
});

describe("nameKeys()", () => {
  it("nameKeys() returns the folded text and the natural key of any name", () => {
    const latin = fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCharCode(code));
    const others = fc.constantFrom(
      "0",
      "00",
      "1",
      "7",
      ".",
      ",",
      "²",
      "½",
      "٣",
      "\u0301",
      "ﬁ",
      "Σ",
      "각",
      "😀",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(latin, others), maxLength: 40 }), (name) => {
        expect(nameKeys(name)).toEqual({ folded: fold(name), natural: naturalKey(name) });
      }),
      { numRuns: cases(2_000) },
    );
  });
});
