import { expect, it } from "vitest";
import { stockBars } from "../../../../../renderer/features/overview/stock-card.tsx";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import type { Breakdown } from "../../../../../shared/query/totals.ts";

const weighing = (value: string, sum: number): Breakdown["groups"][number] => {
  const total = { measuredIn: "kg", count: 1, sum, min: sum, max: sum };
  return {
    value,
    name: value,
    parts: [
      { rows: 1, totals: { weight: [total] } },
      { rows: 0, totals: {} },
    ],
  };
};

it("a location with little stock keeps its bar if lengths are shown in a large unit", () => {
  const units = { ...NO_UNITS, weight: "kg", shownIn: { length: null, weight: "t" } } as const;
  const groups = [weighing("Shelf", 4), weighing("Hall", 12_345), weighing("Empty", 0)];
  const bars = stockBars(groups, "locationId", { by: "weight", currency: null }, units);
  expect(bars.map(({ label, total }) => [label, total])).toEqual([
    ["Hall", "12.35 t"],
    ["Shelf", "0.004 t"],
  ]);
});
