import { expect, test } from "vitest";
import { isAlone, linePath } from "../../../../../renderer/ui/chart/line-runs.ts";

test("a chart line has gaps for days without observation", () =>
  expect(linePath([[0, 1], [10, 2], null, [30, 4], [40, 5]])).toBe("M0,1L10,2M30,4L40,5"));

test("linePath() draws no line without observed days", () => expect(linePath([null, null])).toBe(""));

test("isAlone() is true only for a point between gaps", () => {
  const points = [[0, 1], null, [20, 3], null, [40, 5], [50, 6]] as const;
  expect(points.map((_, at) => isAlone(points, at))).toEqual([true, false, true, false, false, false]);
});
