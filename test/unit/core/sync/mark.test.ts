import { describe, expect, it } from "vitest";
import { chooseMark, updatedSince } from "../../../../electron/core/sync/mark.ts";

const ms = (text: string): number => Date.parse(text);
const us = (text: string): number => ms(text) * 1_000;
const [EARLY, MIDDLE, LATE] = [
  "2026-01-01T00:00:00.000Z",
  "2026-02-01T00:00:00.000Z",
  "2026-03-01T00:00:00.000Z",
];

describe("the mark (design 4.5)", () => {
  it.each([
    ["the service's clock, whatever the rows say", ms(MIDDLE), us(LATE), EARLY, false, MIDDLE],
    ["never back: a clock behind the last mark", ms(EARLY), null, MIDDLE, false, MIDDLE],
    ["back in a full pass", ms(EARLY), us(LATE), MIDDLE, true, EARLY],
    ["without a clock, the highest update", null, us(LATE), EARLY, false, LATE],
    ["without a clock, not below the last mark", null, us(EARLY), MIDDLE, false, MIDDLE],
    ["without clock and rows, the last mark", null, null, MIDDLE, false, MIDDLE],
    ["a full pass without a clock does not go back", null, us(EARLY), MIDDLE, true, MIDDLE],
    ["the first pass, with a clock", ms(MIDDLE), null, null, true, MIDDLE],
    ["nothing told the time", null, null, null, true, null],
  ])("is %s", (_rule, serverTime, highest, previous, everything, mark) => {
    expect(chooseMark(serverTime, highest, previous, everything)).toBe(mark);
  });

  it("is rounded down to the millisecond", () => {
    expect(chooseMark(null, us(EARLY) + 1_999, null, true)).toBe("2026-01-01T00:00:00.001Z");
  });
});

describe("updatedSince (design 4.6)", () => {
  it.each([
    ["2026-01-01T00:05:00.000Z", 300, "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T00:00:00.123Z", 0, "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T00:00:00.123999Z", 0, "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T01:00:00+01:00", 1, "2025-12-31T23:59:59.000Z"],
  ])("of %s less %d s is %s", (mark, overlap, since) => {
    expect(updatedSince(mark, overlap)).toBe(since);
  });
});
