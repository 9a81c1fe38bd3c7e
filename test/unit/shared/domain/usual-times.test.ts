import { describe, expect, it } from "vitest";
import { limitFor, limitsOf, NO_LIMITS } from "../../../../shared/domain/out-limits.ts";
import { NO_USUAL_TIMES, usualTimes, type CustodyCase } from "../../../../shared/domain/usual-times.ts";

const DAY = 86_400_000;
/** Out on day 0, and seen back by a refresh on a day; the refresh before that was half a day earlier. */
const back = (typeId: string | null, day: number): CustodyCase => ({
  typeId,
  outAt: 0,
  returnedAfter: (day - 0.5) * DAY,
  returnedBefore: day * DAY,
});
const days = (least: number, most: number) => ({ least: least * DAY, most: most * DAY });
const none = (): null => null;

describe("usual times", () => {
  // By hand: film came back after 1, 2, … 10 days. The fifth of ten is the median, the ninth the 90th percentile.
  const film = Array.from({ length: 10 }, (_, at) => back("film", at + 1));
  const foil = [back("foil", 30), back("foil", 40)];

  it("are the nearest ranks of the shortest and of the longest possible times", () => {
    expect(usualTimes(film.toReversed(), none)).toEqual({
      all: { basis: "returns", cases: 10, median: days(4.5, 5), p90: days(8.5, 9) },
      types: [{ typeId: "film", cases: 10, median: days(4.5, 5), p90: days(8.5, 9) }],
    });
  });

  it("of a type with too few returns are those of all", () => {
    const { all, types } = usualTimes([...film, ...foil, back(null, 3)], none);
    // 13 values: 1 2 3 3 4 5 6 7 8 9 10 30 40. The seventh is 6, the twelfth 30.
    expect(all).toEqual({ basis: "returns", cases: 13, median: days(5.5, 6), p90: days(29.5, 30) });
    expect(types.map(({ typeId }) => typeId)).toEqual(["film"]);
  });

  it("with too few returns are the ages of what is out now", () => {
    const ages = { cases: 5, median: days(3, 3), p90: days(5, 5) };
    expect(usualTimes(foil, () => ages)).toEqual({ all: { basis: "now", ...ages }, types: [] });
    expect(usualTimes([], none)).toEqual({ all: null, types: [] });
  });

  it("of a return that no earlier refresh bounds begin at 0", () => {
    const cases = film.map((one) => ({ ...one, returnedAfter: null }));
    expect(usualTimes(cases, none).all?.p90).toEqual(days(0, 9));
  });
});

describe("limits", () => {
  const usual = {
    since: null,
    ...usualTimes(
      [1, 2, 3, 4, 5, 6, 7, 8].flatMap((day) => [back("film", day), back("foil", day * 3)]),
      none,
    ),
  };

  it("are whole days, up, of the type or of all", () => {
    const limits = limitsOf(usual, NO_LIMITS);
    expect([limitFor(limits, "film"), limitFor(limits, "foil"), limitFor(limits, null)]).toMatchObject([
      { days: 8, why: { kind: "usual", basis: "type" } },
      { days: 24, why: { kind: "usual", basis: "type" } },
      { days: 21, why: { kind: "usual", basis: "returns" } },
    ]);
    expect(limitsOf(NO_USUAL_TIMES, NO_LIMITS).all).toBeNull();
  });

  it("that the user set come first, those of a type before that of all", () => {
    const own = limitsOf(usual, { all: null, types: { film: 3, tape: 5 } });
    expect(["film", "tape", "foil"].map((type) => limitFor(own, type)?.days)).toEqual([3, 5, 24]);
    const all = limitsOf(usual, { all: 14, types: { film: 3 } });
    expect(["film", "foil", "tape"].map((type) => limitFor(all, type)?.days)).toEqual([3, 14, 14]);
  });

  it("are rounded up where there are too many different ones for a filter", () => {
    const time = (day: number) => ({ cases: 8, median: days(day, day), p90: days(day, day) });
    const types = Array.from({ length: 100 }, (_, at) => ({ typeId: `t-${at}`, ...time(at + 1) }));
    const all = { basis: "returns" as const, ...time(200) };
    const { types: limits } = limitsOf({ since: null, all, types }, NO_LIMITS);
    expect(limits.get("t-2")?.days).toBe(4);
    expect(new Set([...limits.values()].map((limit) => limit.days)).size).toBe(50);
  });
});
