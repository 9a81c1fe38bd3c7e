import { expect, it } from "vitest";
import { ratioBuckets } from "../../../../../renderer/features/units/unit-proposal-card.tsx";

it("the ratio chart counts each ratio exactly once", () => {
  const { buckets, outside } = ratioBuckets([0.1, 0.525, 0.975, 1, 1.02, 1.025, 1.47, 1.48, 7]);
  const counted = buckets.flatMap(({ from, to, count }) =>
    count > 0 ? [[from.toFixed(3), to.toFixed(3), count]] : [],
  );
  expect(counted).toEqual([
    ["0.525", "0.575", 1],
    ["0.975", "1.025", 3],
    ["1.025", "1.075", 1],
    ["1.425", "1.475", 1],
  ]);
  expect([buckets.length, outside]).toEqual([19, 3]);
});
