import { describe, expect, it } from "vitest";
import { survivalCurve, type Observed } from "../../../../../shared/features/custody/usual-times.ts";

const ended = (exit: number, entry = 0): Observed => ({ entry, exit, isEvent: true });
const still = (exit: number, entry = 0): Observed => ({ entry, exit, isEvent: false });

describe("the product-limit curve", () => {
  it("the survival curve equals the plain share if every item was fully observed", () => {
    const curve = survivalCurve(
      [3, 1, 2, 5, 4].map((age) => ended(age)),
      1,
    );
    expect(curve?.steps.map(({ age }) => age)).toEqual([1, 2, 3, 4, 5]);
    for (const [at, lasting] of [0.8, 0.6, 0.4, 0.2, 0].entries())
      expect(curve?.steps[at]?.lasting).toBeCloseTo(lasting, 12);
    expect(curve?.quantile(0.5)).toEqual({ age: 3, isReached: true });
    expect(curve?.quantile(0.9)).toEqual({ age: 5, isReached: true });
  });

  // Freireich and others 1963, the 6-MP group, as tabulated in textbooks of survival analysis.
  it("the survival curve agrees with a published table of 21 remissions", () => {
    const events = [6, 6, 6, 7, 10, 13, 16, 22, 23].map((age) => ended(age));
    const censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((age) => still(age));
    const curve = survivalCurve([...censored, ...events], 1);
    const table = [
      [6, 0.8571],
      [7, 0.8067],
      [10, 0.7529],
      [13, 0.6902],
      [16, 0.6275],
      [22, 0.5378],
      [23, 0.4482],
    ] as const;
    expect(curve?.steps.map(({ age }) => age)).toEqual(table.map(([age]) => age));
    for (const [at, [, lasting]] of table.entries())
      expect(curve?.steps[at]?.lasting).toBeCloseTo(lasting, 4);
    expect(curve?.quantile(0.5)).toEqual({ age: 23, isReached: true });
    expect(curve?.quantile(0.9)).toEqual({ age: 35, isReached: false });
  });

  // Computed by hand. At 4, subjects 1, 2 and 3 are observed (subject 4 enters at 5): 2/3. At 6, subjects 2, 3
  // and 4: 2/3 × 2/3 = 4/9. At 8, subjects 3 and 4: 4/9 × 1/2 = 2/9.
  it("an item counts in the survival curve only from its age when first seen", () => {
    const curve = survivalCurve([ended(4), ended(6, 1), ended(8, 2), still(9, 5)], 1);
    expect(curve?.steps.map(({ age }) => age)).toEqual([4, 6, 8]);
    for (const [at, lasting] of [2 / 3, 4 / 9, 2 / 9].entries())
      expect(curve?.steps[at]?.lasting).toBeCloseTo(lasting, 12);
    expect(curve?.end).toBe(9);
  });

  it("the survival curve starts at the first age with enough items", () => {
    const few = [ended(1), ended(2), ...[10, 11, 12].map((age) => ended(age, 3))];
    const curve = survivalCurve(few, 3);
    expect(curve?.steps.map(({ age }) => age)).toEqual([10, 11, 12]);
    expect(survivalCurve(few, 4)).toBeNull();
    expect(survivalCurve([], 1)).toBeNull();
  });

  it("the survival curve does not reach a quantile just before a gap", () => {
    const early = [1, 2, 3, 4, 5, 6, 7, 8].map((age) => ended(age));
    const late = [300, 310, 320].map((age) => ended(age, 200));
    const curve = survivalCurve([...early, ...late], 8);
    // Seven of eight have ended by 7. The three subjects that were first seen at 200 lasted longer than all of
    // them.
    expect(curve?.quantile(0.5)).toEqual({ age: 4, isReached: true });
    expect(curve?.quantile(0.9)).toEqual({ age: 8, isReached: false });
    expect(survivalCurve(early, 8)?.quantile(0.9)).toEqual({ age: 8, isReached: true });
  });

  it("the survival curve ends at the first age without an observed item", () => {
    const curve = survivalCurve([ended(3), still(5), ended(9, 7), ended(10, 7)], 2);
    expect(curve?.steps.map(({ age }) => age)).toEqual([3]);
    expect(curve?.quantile(0.9)).toEqual({ age: 5, isReached: false });
  });

  it("an item still counts at the age at which its observation ends", () => {
    const curve = survivalCurve([ended(3), still(3), still(3), still(3)], 1);
    expect(curve?.steps).toEqual([{ age: 3, lasting: 0.75 }]);
  });
});
