import { expect, it } from "vitest";
import { coverOf } from "../../../../../renderer/features/overview/cover-card.tsx";
import { coverText } from "../../../../../renderer/features/overview/messages.ts";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import type { Breakdown } from "../../../../../shared/query/totals.ts";

const stock = (value: string | null, sum: number): Breakdown["groups"][number] => ({
  value,
  name: value === null ? null : `Type ${value}`,
  parts: [
    {
      rows: 1,
      totals: { remainingLength: [{ measuredIn: null, count: 1, sum, min: sum, max: sum }] },
    },
  ],
});

it("types that run out first are listed first", () => {
  const consumption = {
    observedDays: 10,
    types: [
      { typeId: "slow", name: "Type slow", length: 10, weight: 0 },
      { typeId: "fast", name: "Type fast", length: 100, weight: 0 },
    ],
  };
  const groups = [
    stock("idle", 500),
    stock("slow", 100),
    stock("fast", 50),
    stock("gone", 0),
    stock(null, 9),
  ];
  const covers = coverOf(consumption, { groups, more: 0 }, "length", NO_UNITS);
  expect(covers.map(({ typeId, days }) => [typeId, days])).toEqual([
    ["fast", 5],
    ["slow", 100],
    ["idle", null],
  ]);
  expect(covers.map(({ days }) => coverText(days))).toEqual(["5 days", "100 days", "–"]);
  expect(covers[0]).toMatchObject({
    name: "Type fast",
    stock: { value: 50 },
    perDay: { value: 10 },
    unit: null,
  });
});

it("a type's small use is not rounded to 0 in a large unit", () => {
  const consumption = {
    observedDays: 30,
    types: [{ typeId: "t", name: "Copper foil", length: 0, weight: 100 }],
  };
  const units = { ...NO_UNITS, weight: "kg", shownIn: { length: null, weight: "t" } } as const;
  const [cover] = coverOf(consumption, { groups: [], more: 0 }, "weight", units);
  expect(cover).toMatchObject({ name: "Copper foil", perDay: { value: 0.0033, text: "0.0033 t" } });
});
