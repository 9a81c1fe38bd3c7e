import { describe, expect, it } from "vitest";
import {
  BAR_KEYS,
  COLUMN_KEYS,
  isChartKey,
  LINE_KEYS,
  moveByKey,
} from "../../../../../renderer/ui/chart/chart-keys.ts";

/** Three bars: the second has no part of the first series, and the third only that part. */
const marks = [
  { line: 0, lane: 0 },
  { line: 0, lane: 1 },
  { line: 0, lane: 2 },
  { line: 1, lane: 0 },
  { line: 1, lane: 2 },
  { line: 2, lane: 0 },
];

describe("moveByKey()", () => {
  it.each([
    ["ArrowDown", { line: 0, lane: 2 }, { line: 1, lane: 2 }],
    ["ArrowDown", { line: 1, lane: 2 }, { line: 2, lane: 0 }],
    ["ArrowUp", { line: 2, lane: 0 }, { line: 1, lane: 0 }],
    ["ArrowRight", { line: 0, lane: 0 }, { line: 0, lane: 1 }],
    ["ArrowRight", { line: 1, lane: 0 }, { line: 1, lane: 2 }],
    ["ArrowLeft", { line: 1, lane: 2 }, { line: 1, lane: 0 }],
    ["Home", { line: 2, lane: 0 }, { line: 0, lane: 0 }],
    ["End", { line: 0, lane: 2 }, { line: 2, lane: 0 }],
  ])("the key %s of a bar chart moves the focus from %o to %o", (key, from, to) =>
    expect(moveByKey(key, from, marks, BAR_KEYS)).toEqual(to),
  );

  it.each([
    ["ArrowDown", { line: 2, lane: 0 }],
    ["ArrowUp", { line: 0, lane: 1 }],
    ["ArrowLeft", { line: 0, lane: 0 }],
    ["ArrowRight", { line: 0, lane: 2 }],
    ["Home", { line: 0, lane: 1 }],
    ["a", { line: 1, lane: 0 }],
  ])("the key %s of a bar chart leaves the focus at %o", (key, from) =>
    expect(moveByKey(key, from, marks, BAR_KEYS)).toBeNull(),
  );

  it("a key moves the focus to the nearest part of the next bar", () => {
    const gap = [...marks, { line: 3, lane: 1 }, { line: 3, lane: 4 }];
    expect(moveByKey("End", { line: 0, lane: 2 }, gap, BAR_KEYS)).toEqual({ line: 3, lane: 1 });
  });

  it("a column chart's keys move the focus between columns and within a stack", () => {
    expect(moveByKey("ArrowRight", { line: 0, lane: 0 }, marks, COLUMN_KEYS)).toEqual({ line: 1, lane: 0 });
    expect(moveByKey("ArrowUp", { line: 0, lane: 1 }, marks, COLUMN_KEYS)).toEqual({ line: 0, lane: 2 });
  });

  it("a line chart's keys move the focus between lines and skip missing days", () => {
    const points = [
      { line: 0, lane: 1 },
      { line: 0, lane: 2 },
      { line: 4, lane: 1 },
    ];
    expect(moveByKey("ArrowDown", { line: 0, lane: 1 }, points, LINE_KEYS)).toEqual({ line: 0, lane: 2 });
    expect(moveByKey("ArrowRight", { line: 0, lane: 2 }, points, LINE_KEYS)).toEqual({ line: 4, lane: 1 });
  });
});

it("isChartKey() accepts only keys that move the focus", () => {
  expect(["ArrowUp", "ArrowLeft", "Home", "End"].every((key) => isChartKey(key, BAR_KEYS))).toBe(true);
  expect(["Tab", "Enter", " ", "a"].some((key) => isChartKey(key, BAR_KEYS))).toBe(false);
});
