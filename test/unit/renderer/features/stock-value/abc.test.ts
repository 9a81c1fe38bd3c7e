import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  classify,
  DEFAULT_LIMITS,
  summariseClasses,
} from "../../../../../renderer/features/stock-value/abc.ts";

const types = (...values: readonly number[]) =>
  values.map((value, at) => ({ id: `t-${at}`, name: `Type ${at}`, value }));
const classesOf = (...values: readonly number[]) =>
  classify(types(...values), DEFAULT_LIMITS)
    .map(({ abc }) => abc)
    .join("");

describe("ABC classes", () => {
  it("a type belongs to the class in which its share of the value begins", () => {
    // The parts begin at 0, 50, 80 and 95 percent.
    expect(classesOf(50, 30, 15, 5)).toBe("AABC");
    expect(classesOf(5, 15, 30, 50)).toBe("AABC");
    expect(classesOf(100)).toBe("A");
  });

  it("a class limit is reached even with a tiny rounding error", () => {
    expect(classesOf(...Array.from({ length: 10 }, (_, at) => 0.1 * (1 + at * 1e-9)))).toBe("AAAAAAAABB");
  });

  it("types of equal value are in the same class", () => {
    expect(classesOf(70, 10, 10, 10)).toBe("AAAA");
  });

  it("types without a value have no class", () => {
    expect(classify(types(0, 0), DEFAULT_LIMITS)).toEqual([]);
    expect(summariseClasses([])).toEqual([]);
  });

  it("the classes contain every type exactly once", () => {
    const limits = fc.record({ a: fc.integer({ min: 1, max: 99 }), b: fc.integer({ min: 0, max: 99 }) });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), limits, (values, chosen) => {
        const classified = classify(types(...values), chosen);
        const classes = summariseClasses(classified);
        expect(classes.reduce((sum, one) => sum + one.types, 0)).toBe(values.length);
        expect(classes.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1);
        expect(classified.at(-1)?.cumulative).toBe(1);
        // The range of values of a class contains only its own types, because the table of types is filtered by
        // this range.
        for (const { abc, min, max } of classes)
          for (const { abc: own, value } of classified)
            expect(value >= min && value <= max).toBe(own === abc);
      }),
    );
  });
});
