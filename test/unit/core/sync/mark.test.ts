import { describe, expect, it } from "vitest";
import type { Page } from "../../../../electron/core/api/api-client.ts";
import { chooseMark, PassStart, updatedSince } from "../../../../electron/core/sync/mark.ts";

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
    expect(updatedSince(mark, overlap, null)).toBe(since);
  });
});

describe("updatedSince, bounded by the stamps", () => {
  it.each([
    ["a bound behind it changes nothing", LATE, "2026-03-01T00:00:00.001Z", "2026-02-28T23:55:00.000Z"],
    ["an earlier bound takes its place", LATE, MIDDLE, MIDDLE],
    ["rounded down", LATE, "2026-02-01T00:00:00.000999Z", MIDDLE],
  ])("%s", (_rule, mark, bound, since) => expect(updatedSince(mark, 300, bound)).toBe(since));
});

describe("the bound", () => {
  const page = (serverTime: string | null, ...stamps: readonly unknown[]): Page => ({
    records: [null, {}, ...stamps.map((updatedAt) => ({ updatedAt }))],
    hasMore: true,
    nextCursor: null,
    requestId: null,
    serverTime: serverTime === null ? null : ms(serverTime),
  });
  const NOTHING = { newestUpdate: null, updateBound: null };
  const known = (newestUpdate: string): { newestUpdate: string; updateBound: null } => ({
    newestUpdate,
    updateBound: null,
  });
  const after = (text: string): string => new Date(ms(text) + 1).toISOString();

  it("of a first pull is the newest stamp of the first page of items, not of the pass", () => {
    const start = new PassStart();
    start.observe("types", page(LATE, LATE));
    start.observe("items", page(LATE, EARLY, null, 7, "never"));
    start.observe("items", page(LATE, MIDDLE));
    expect(start.stamps(NOTHING, true)).toEqual({ newestUpdate: MIDDLE, updateBound: EARLY });
  });

  it.each([
    ["the first page's newest stamp, where it is younger than all known", EARLY, MIDDLE, MIDDLE, MIDDLE],
    [
      "just after the newest stamp known, where the first page has none younger",
      MIDDLE,
      EARLY,
      MIDDLE,
      after(MIDDLE),
    ],
    ["just after it too, where the first page has it again", MIDDLE, MIDDLE, MIDDLE, after(MIDDLE)],
  ])("is %s", (_rule, before, first, newestUpdate, updateBound) => {
    const start = new PassStart();
    start.observe("items", page(LATE, first));
    expect(start.stamps(known(before), false)).toEqual({ newestUpdate, updateBound });
  });

  it("stands where a pass brings nothing, and is unknown where nothing ever told", () => {
    const start = new PassStart();
    start.observe("items", page(LATE));
    expect(start.stamps(known(MIDDLE), false)).toEqual({ newestUpdate: MIDDLE, updateBound: after(MIDDLE) });
    expect(start.stamps(NOTHING, false)).toEqual(NOTHING);
  });

  it("leaves out stamps from after the answer's Date, with a second's grace", () => {
    const start = new PassStart();
    start.observe("items", page(MIDDLE, EARLY, "2026-02-01T00:00:00.999Z", LATE));
    expect(start.stamps(NOTHING, true).updateBound).toBe("2026-02-01T00:00:00.999Z");
    expect(start.highestUpdate).toBe(us(LATE));
  });

  it("is begun afresh by a full pass, so that a stamp once wrong is forgotten", () => {
    const start = new PassStart();
    start.observe("items", page(null, EARLY));
    expect(start.stamps(known(LATE), true)).toEqual({ newestUpdate: EARLY, updateBound: EARLY });
  });
});
