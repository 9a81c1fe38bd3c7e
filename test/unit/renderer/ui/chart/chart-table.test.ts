import { expect, test } from "vitest";
import { chartTable, tableRows } from "../../../../../renderer/ui/chart/chart-table.ts";

const series = [
  { key: "available", label: "Available", tone: "good" },
  { key: "out", label: "Checked out", tone: "warn" },
] as const;
const [AVAILABLE] = series;
const available = (value: number) => ({ series: "available", value, text: `${value} m` });
const out = (value: number) => ({ series: "out", value, text: `${value} m` });

test("a bar chart's table has one row per bar with a total", () => {
  const bars = [
    { key: "a", label: "Copper foil", parts: [out(0.2), available(0.1)], total: "0.3 m" },
    { key: "b", label: "PA film", parts: [available(4)], total: "4 m" },
  ];
  const content = { heading: "Material type", series, bars };
  expect(chartTable(content)).toEqual({
    columns: ["Material type", "Available", "Checked out", "Total"],
    rows: [
      ["Copper foil", 0.1, 0.2, 0.3],
      ["PA film", 4, 0, 4],
    ],
  });
  expect(tableRows(content).map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ["0.1 m", "0.2 m", "0.3 m"],
    ["4 m", "0", "4 m"],
  ]);
});

test("a chart with one series has no total in its table", () => {
  const bars = [{ key: "a", label: "Copper foil", parts: [available(7)], total: "7 m" }];
  expect(chartTable({ heading: "Type", series: [AVAILABLE], bars })).toEqual({
    columns: ["Type", "Available"],
    rows: [["Copper foil", 7]],
  });
});

test('a column chart\'s table says "not observed" for a missing column', () => {
  const columns = [
    { key: "1", label: "1 March", parts: [available(3), out(1)], total: "4 m" },
    { key: "2", label: "2 March", parts: null, total: "" },
  ];
  const content = { heading: "Day", series, columns };
  expect(chartTable(content).rows).toEqual([
    ["1 March", 3, 1, 4],
    ["2 March", null, null, null],
  ]);
  expect(tableRows(content)[1]?.cells.map(({ text }) => text)).toEqual(Array(3).fill("not observed"));
});

test("a line chart's table has one column per series and no total", () => {
  const points = [
    { key: "1", label: "1 March", values: [out(2), available(5)] },
    { key: "2", label: "2 March", values: [null, out(3)] },
  ];
  expect(chartTable({ heading: "Day", series, points })).toEqual({
    columns: ["Day", "Available", "Checked out"],
    rows: [
      ["1 March", 5, 2],
      ["2 March", null, 3],
    ],
  });
});
