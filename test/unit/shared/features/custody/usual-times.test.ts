import { describe, expect, it } from "vitest";
import { limitFor, limitsOf, NO_LIMITS } from "../../../../../shared/features/custody/out-limits.ts";
import {
  NO_USUAL_TIMES,
  usualTimes,
  type TimeOut,
} from "../../../../../shared/features/custody/usual-times.ts";
import { mulberry32 } from "../../../../../electron/sample-service/prng.ts";

const DAY = 86_400_000;
/**
 * A check-out on day 0 whose return a refresh on `day` observes. The refresh before it was half a day
 * earlier.
 */
const back = (typeId: string | null, day: number): TimeOut => ({
  typeId,
  outAt: 0,
  seenAt: 0,
  isReturned: true,
  endedAfter: (day - 0.5) * DAY,
  endedBefore: day * DAY,
});
/** A check-out on day 0 without a return up to a given day. */
const out = (typeId: string | null, day: number, seenAt = 0): TimeOut => ({
  typeId,
  outAt: 0,
  seenAt: seenAt * DAY,
  isReturned: false,
  endedAfter: day * DAY,
  endedBefore: day * DAY,
});
const days = (least: number, most: number) => ({ least: least * DAY, most: most * DAY });

/**
 * The observations of 2,000 check-outs since day −80 by refreshes on days 0 to 80. Items that were returned
 * before day 0, or were out only between two refreshes, are not observed.
 * @param quantile days within which a part of the items is returned.
 */
function observe(random: () => number, quantile: (part: number) => number): readonly TimeOut[] {
  return Array.from({ length: 2_000 }).flatMap((): TimeOut[] => {
    const outAt = random() * 160 - 80;
    const backAt = outAt + quantile(random());
    const seenAt = Math.max(0, Math.ceil(outAt));
    if (backAt <= seenAt) return [];
    const isReturned = backAt <= 80;
    const endedBefore = isReturned ? Math.ceil(backAt) : 80;
    return [
      {
        typeId: null,
        outAt: outAt * DAY,
        seenAt: seenAt * DAY,
        isReturned,
        endedAfter: (isReturned ? endedBefore - 1 : 80) * DAY,
        endedBefore: endedBefore * DAY,
      },
    ];
  });
}

describe("usual times", () => {
  // Computed by hand. Film was returned after 1, 2, … 10 days. The fifth of ten values is the median, the ninth
  // is the 90th percentile.
  const film = Array.from({ length: 10 }, (_, at) => back("film", at + 1));
  const foil = [back("foil", 30), back("foil", 40)];

  it("usual times have a shortest and longest value for each percentile", () => {
    expect(usualTimes(film.toReversed())).toEqual({
      all: { cases: 10, median: days(4.5, 5), p90: days(8.5, 9) },
      types: [{ typeId: "film", cases: 10, median: days(4.5, 5), p90: days(8.5, 9) }],
    });
  });

  it("a type with too few returns has no usual time of its own", () => {
    const { all, types } = usualTimes([...film, ...foil, back(null, 3)]);
    // The 13 values are 1 2 3 3 4 5 6 7 8 9 10 30 40. The seventh is 6, the twelfth is 30.
    expect(all).toEqual({ cases: 13, median: days(5.5, 6), p90: days(29.5, 30) });
    expect(types.map(({ typeId }) => typeId)).toEqual(["film"]);
  });

  it("items that are still out make the usual time longer", () => {
    // Computed by hand. Ten of 20 items are still out on day 20, so the curve does not fall below 10/20.
    const { all } = usualTimes([...film, ...Array.from({ length: 10 }, () => out("film", 20))]);
    expect(all?.median).toEqual(days(9.5, 10));
    expect(all?.p90).toEqual({ least: 20 * DAY, most: null });
  });

  it("an item first seen late counts only from that time", () => {
    // Computed by hand. There are 10 returns. Five more items enter after day 5 and are still out on day 20.
    // After day 5 the curve is at 5/10, and 10 items are under observation. 9/10 × 8/9 × 7/8 × 6/7 × 5/6 of it
    // is 1/4.
    const { all } = usualTimes([...film, ...Array.from({ length: 5 }, () => out("film", 20, 5.2))]);
    expect(all?.median).toEqual(days(4.5, 5));
    expect(all?.p90).toEqual({ least: 20 * DAY, most: null });
  });

  it("usual times need eight returns, even if many items are out", () => {
    const many = Array.from({ length: 500 }, () => out("film", 20));
    expect(usualTimes([...film.slice(0, 7), ...many])).toEqual({ all: null, types: [] });
    expect(usualTimes(film.slice(0, 8)).all?.cases).toBe(8);
    expect(usualTimes([])).toEqual({ all: null, types: [] });
  });

  it("a return at the first observation counts as at least one millisecond", () => {
    const cases = film.map((one) => ({ ...one, endedAfter: 0 }));
    expect(usualTimes(cases).all?.p90).toEqual({ least: 1, most: 9 * DAY });
  });

  // Weibull distributions, whose percentiles are known exactly. Their rate of returns falls, stays constant or
  // rises.
  it.each([
    { shape: 0.8, scale: 20 },
    { shape: 1, scale: 12 },
    { shape: 1.5, scale: 20 },
  ])("the 90th percentile of shape $shape is exact within 5 % with daily refreshes", ({ shape, scale }) => {
    const random = mulberry32(20_260_101);
    const quantile = (part: number): number => scale * (-Math.log(1 - part)) ** (1 / shape);
    const runs = 200;
    let sum = 0;
    for (let run = 0; run < runs; run += 1)
      sum += (usualTimes(observe(random, quantile)).all?.p90.most ?? Number.NaN) / DAY;
    expect(Math.abs(sum / runs / quantile(0.9) - 1)).toBeLessThan(0.05);
  });

  it("returns alone give a 90th percentile that is far too short", () => {
    const quantile = (part: number): number => 20 * (-Math.log(1 - part)) ** (1 / 0.8);
    const returned = observe(mulberry32(1), quantile).filter((time) => time.isReturned);
    expect(usualTimes(returned).all?.p90.most).toBeLessThan(0.8 * quantile(0.9) * DAY);
  });
});

describe("limits of the usual time", () => {
  const usual = {
    since: null,
    ...usualTimes([1, 2, 3, 4, 5, 6, 7, 8].flatMap((day) => [back("film", day), back("foil", day * 3)])),
  };

  it("usual limits are whole days, rounded up, by type or for all types", () => {
    const limits = limitsOf(usual, NO_LIMITS);
    expect([limitFor(limits, "film"), limitFor(limits, "foil"), limitFor(limits, null)]).toMatchObject([
      { days: 8, why: { kind: "usual", basis: "type" } },
      { days: 24, why: { kind: "usual", basis: "type" } },
      { days: 21, why: { kind: "usual", basis: "all" } },
    ]);
    expect(limitsOf(NO_USUAL_TIMES, NO_LIMITS).all).toBeNull();
  });

  it("the user's limit for a type overrides every other limit", () => {
    const own = limitsOf(usual, { all: null, types: { film: 3, tape: 5 } });
    expect(["film", "tape", "foil"].map((type) => limitFor(own, type)?.days)).toEqual([3, 5, 24]);
    const all = limitsOf(usual, { all: 14, types: { film: 3 } });
    expect(["film", "foil", "tape"].map((type) => limitFor(all, type)?.days)).toEqual([3, 14, 14]);
  });

  it("a type with an open-ended usual time has no limit in days", () => {
    const time = (day: number | null) => {
      const bounds = { least: 30 * DAY, most: day === null ? null : day * DAY };
      return { cases: 8, median: bounds, p90: bounds };
    };
    const open = { since: null, all: time(40), types: [{ typeId: "film", ...time(null) }] };
    const limits = limitsOf(open, NO_LIMITS);
    expect([limitFor(limits, "film")?.days, limitFor(limits, "foil")?.days]).toEqual([null, 40]);
    expect(limitFor(limitsOf(open, { all: null, types: { film: 9 } }), "film")?.days).toBe(9);
  });

  it("usual limits are rounded up if the filter would become too long", () => {
    const time = (day: number) => ({ cases: 8, median: days(day, day), p90: days(day, day) });
    const types = Array.from({ length: 100 }, (_, at) => ({ typeId: `t-${at}`, ...time(at + 1) }));
    const { types: limits } = limitsOf({ since: null, all: time(200), types }, NO_LIMITS);
    expect(limits.get("t-2")?.days).toBe(4);
    expect(new Set([...limits.values()].map((limit) => limit.days)).size).toBe(50);
  });
});
