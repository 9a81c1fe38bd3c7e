import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cut, CutPlan, Roll } from "../../../../../shared/features/cut-finder/cut-types.ts";
import type { Cost } from "../../../../../shared/features/cut-finder/draft.ts";
import { planCuts } from "../../../../../shared/features/cut-finder/plan-cuts.ts";
import { exhaustiveCost, isLess } from "./exhaustive.ts";

const rollsOf = (lengths: readonly number[], locations: readonly (string | null)[] = []): Roll[] =>
  lengths.map((length, at) => ({ id: `r${at}`, length, locationId: locations[at] ?? null }));
const cutsOf = (lengths: readonly number[]): Cut[] => lengths.map((length) => ({ length, count: 1 }));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const costOf = ({ unplaced, opened, rolls }: CutPlan): Cost => [sum(unplaced), opened, rolls.length];
const used = ({ rolls }: CutPlan): string[] => rolls.map(({ roll }) => roll.id);
const locationsOf = ({ rolls }: CutPlan): Set<string | null> =>
  new Set(rolls.map(({ roll }) => roll.locationId));

/** Pieces of up to half a roll, so that pieces share rolls. Whole numbers make sums exact. */
const pieces = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });

describe("planCuts() compared with an exhaustive search of small cases", () => {
  it("a plan is never better than the best plan that the exhaustive search finds", () => {
    fc.assert(
      fc.property(pieces, lengths, (some, rolls) => {
        const plan = planCuts(cutsOf(some), rollsOf(rolls));
        const best = exhaustiveCost(some, rolls);
        expect(isLess(costOf(plan), best)).toBe(false);
        expect(plan.lowerBound).toBeLessThanOrEqual(plan.opened);
        if (plan.unplaced.length === 0) expect(plan.lowerBound).toBeLessThanOrEqual(best[1]);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("planCuts() finds the best plan in 95 % of cases", () => {
    const cases = fc.sample(fc.tuple(pieces, lengths), { numRuns: 400, seed: 2 });
    const found = cases.map(([some, rolls]) => {
      const best = exhaustiveCost(some, rolls);
      const plan = planCuts(cutsOf(some), rollsOf(rolls));
      const cost = costOf(plan);
      if (best[0] === 0) expect(cost[0]).toBe(0);
      if (isLess(best, cost)) return "worse";
      return plan.lowerBound === plan.opened ? "proved" : "best";
    });
    const share = (...kinds: string[]): number =>
      found.filter((kind) => kinds.includes(kind)).length / cases.length;
    expect(share("best", "proved")).toBeGreaterThanOrEqual(0.95);
    expect(share("proved")).toBeGreaterThanOrEqual(0.85);
  });
});

const measured = fc.integer({ min: 1, max: 30_000 }).map((hundredths) => hundredths / 100);
const someCuts = fc.array(fc.record({ length: measured, count: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 12,
});
const someRolls = fc
  .array(fc.tuple(measured, fc.constantFrom("a", "b", "c", null)), { maxLength: 40 })
  .map((rolls) =>
    rollsOf(
      rolls.map(([length]) => length),
      rolls.map(([, location]) => location),
    ),
  );

describe("planCuts()", () => {
  it.each([false, true])("a plan uses each roll and each piece at most once: %s", (oneLocation) => {
    fc.assert(
      fc.property(someCuts, someRolls, (cuts, rolls) => {
        const plan = planCuts(cuts, rolls, { oneLocation });
        const wanted = cuts.flatMap(({ length, count }) => Array.from({ length: count }, () => length));
        const placed = plan.rolls.flatMap((roll) => roll.pieces);
        const descending = (a: number, b: number): number => b - a;
        expect([...placed, ...plan.unplaced].toSorted(descending)).toEqual(wanted.toSorted(descending));
        expect(new Set(used(plan)).size).toBe(plan.rolls.length);
        for (const { roll, pieces: from, remnant } of plan.rolls) {
          expect(rolls).toContain(roll);
          expect(from.length).toBeGreaterThan(0);
          expect(remnant).toBeGreaterThanOrEqual(0);
          expect(sum(from) + remnant).toBeCloseTo(roll.length, 6);
        }
        expect(plan.opened).toBeCloseTo(sum(plan.rolls.map(({ roll }) => roll.length)), 6);
        expect(plan.waste).toBeCloseTo(sum(plan.rolls.map(({ remnant }) => remnant)), 6);
        expect(plan.lowerBound).toBeLessThanOrEqual(plan.opened);
        if (oneLocation) expect(locationsOf(plan).size).toBeLessThanOrEqual(1);
        expect(planCuts(cuts, rolls, { oneLocation })).toEqual(plan);
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  it("planCuts() fits three pieces of 0.1 into a roll of 0.3", () => {
    const plan = planCuts([{ length: 0.1, count: 3 }], rollsOf([0.3]));
    expect(plan).toMatchObject({ unplaced: [], waste: 0, opened: 0.3, lowerBound: 0.3 });
  });

  it("planCuts() opens short rolls before long rolls", () => {
    expect(used(planCuts(cutsOf([10, 10]), rollsOf([100, 11, 12])))).toEqual(["r1", "r2"]);
    expect(used(planCuts(cutsOf([10, 10]), rollsOf([10, 10, 20])))).toEqual(["r2"]);
  });

  it("planCuts() takes rolls of equal length from one location", () => {
    const rolls = rollsOf([10, 10, 10, 12, 10], ["a", "b", "c", "b", "a"]);
    expect([...locationsOf(planCuts(cutsOf([10, 10, 12]), rolls))]).toEqual(["a", "b"]);
    expect([...locationsOf(planCuts(cutsOf([10, 10]), rolls))]).toEqual(["a"]);
  });

  it("a plan for one location uses only that location's rolls", () => {
    const rolls = rollsOf([10, 10, 15, 15], ["a", "b", "c", "c"]);
    expect(planCuts(cutsOf([10, 10]), rolls).opened).toBe(20);
    const plan = planCuts(cutsOf([10, 10]), rolls, { oneLocation: true });
    expect([plan.opened, plan.lowerBound, [...locationsOf(plan)]]).toEqual([30, 20, ["c"]]);
  });

  it("a plan lists pieces that are too long for any roll or exceed the stock", () => {
    expect(
      planCuts(
        [
          { length: 10, count: 3 },
          { length: 99, count: 1 },
        ],
        rollsOf([12, 11]),
      ),
    ).toMatchObject({
      unplaced: [99, 10],
      opened: 23,
    });
    expect(planCuts(cutsOf([5]), [])).toMatchObject({ rolls: [], unplaced: [5], lowerBound: 0 });
  });
});
