import { describe, expect, it } from "vitest";
import { chooseMark, PassStart, updatedSince } from "../../../../electron/sync/mark.ts";

const ms = (text: string): number => Date.parse(text);
const us = (text: string): number => ms(text) * 1_000;
const [EARLY, MIDDLE, LATE] = [
  "2026-01-01T00:00:00.000Z",
  "2026-02-01T00:00:00.000Z",
  "2026-03-01T00:00:00.000Z",
];

describe("the high-water mark (design 4.5)", () => {
  it.each([
    ["the mark is the service's clock, even if rows are newer", ms(MIDDLE), us(LATE), EARLY, false, MIDDLE],
    ["the mark stays if the service's clock is behind the mark", ms(EARLY), null, MIDDLE, false, MIDDLE],
    ["the mark may go back in a full pass", ms(EARLY), us(LATE), MIDDLE, true, EARLY],
    ["the mark is the highest update if there is no clock", null, us(LATE), EARLY, false, LATE],
    ["the mark does not go back if there is no clock", null, us(EARLY), MIDDLE, false, MIDDLE],
    ["the mark stays without a clock and without a row", null, null, MIDDLE, false, MIDDLE],
    ["a full pass without a clock does not go back", null, us(EARLY), MIDDLE, true, MIDDLE],
    ["the first mark is the service's clock", ms(MIDDLE), null, null, true, MIDDLE],
    ["there is no mark without any time", null, null, null, true, null],
  ])("chooseMark() applies this rule: %s", (_rule, serverTime, highest, previous, everything, mark) => {
    expect(chooseMark(serverTime, highest, previous, everything)).toBe(mark);
  });

  it("chooseMark() rounds down to the millisecond", () => {
    expect(chooseMark(null, us(EARLY) + 1_999, null, true)).toBe("2026-01-01T00:00:00.001Z");
  });
});

describe("updatedSince (design 4.6)", () => {
  it.each([
    ["2026-01-01T00:05:00.000Z", 300, "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T00:00:00.123Z", 0, "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T00:00:00.123999Z", 0, "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T01:00:00+01:00", 1, "2025-12-31T23:59:59.000Z"],
  ])("updatedSince() for the mark %s with an overlap of %d s is %s", (mark, overlap, since) => {
    expect(updatedSince(mark, overlap, null)).toBe(since);
  });
});

describe("updatedSince, limited by the updates", () => {
  it.each([
    ["a later limit changes nothing", LATE, "2026-03-01T00:00:00.001Z", "2026-02-28T23:55:00.000Z"],
    ["an earlier limit replaces the start", LATE, MIDDLE, MIDDLE],
    ["the limit is rounded down to the millisecond", LATE, "2026-02-01T00:00:00.000999Z", MIDDLE],
  ])("updatedSince() respects the limit from the updates: %s", (_rule, mark, bound, since) =>
    expect(updatedSince(mark, 300, bound)).toBe(since),
  );
});

describe("a suspicious Date header", () => {
  const doubted = (
    date: string | null,
    local: string,
    previous: string | null,
    overlap = 300,
    bound: string | null = null,
  ): boolean => {
    const start = new PassStart(previous, overlap, bound);
    start.observeAnswer(date === null ? null : ms(date), ms(local));
    // The first answer decides whether the Date is doubted, as it decides the mark.
    start.observeAnswer(ms("2099-01-01T00:00:00Z"), ms(local));
    return start.doubted;
  };
  const NOON = "2026-03-01T12:00:00Z";

  it.each([
    ["that agrees with the local clock", NOON, "2026-03-01T11:59:59Z", null, false],
    ["that is ahead by less than half of the overlap", "2026-03-01T12:01:59Z", NOON, null, false],
    ["that is ahead by more than half of the overlap", "2026-03-01T12:02:01Z", NOON, null, true],
    ["that is days behind", "2026-02-01T12:00:00Z", NOON, null, false],
    ["that is behind its own earlier mark", NOON, NOON, "2026-03-01T12:02:01Z", true],
    ["that is missing", null, NOON, null, false],
    ["that is missing after a mark of the current time", null, NOON, NOON, false],
    ["that is missing after a mark ahead of the local clock", null, NOON, "2026-03-01T12:02:01Z", true],
  ] as const)("a pass decides whether to distrust a Date header %s", (_which, date, local, previous, is) =>
    expect(doubted(date, local, previous)).toBe(is),
  );

  it("a distrusted Date header stays distrusted until the next Date header agrees", () => {
    expect(doubted(null, NOON, EARLY, 300, EARLY)).toBe(true);
    expect(doubted(NOON, NOON, EARLY, 300, EARLY)).toBe(false);
  });

  it.each([
    ["close to the local clock is trusted", "2026-03-01T12:02:00Z", false],
    ["ahead of the local clock is distrusted", "2026-03-01T12:02:01Z", true],
  ])("a pass decides whether to distrust a mark from an update %s", (_rule, updatedAt, is) => {
    const start = new PassStart(null, 300, null);
    start.observeAnswer(null, ms(NOON));
    start.observeFirstItems([{ updatedAt }], null, ms(NOON));
    expect(start.doubted).toBe(is);
  });

  it("a pass with a shorter overlap distrusts smaller errors of the Date header", () => {
    expect(doubted("2026-03-01T12:00:11Z", NOON, null, 20)).toBe(true);
    expect(doubted("2026-03-01T12:00:05Z", NOON, null, 0)).toBe(false);
    expect(doubted("2026-03-01T12:00:06Z", NOON, null, 0)).toBe(true);
  });
});

describe("the limit for updatedSince", () => {
  const records = (...stamps: readonly unknown[]): unknown[] => [
    null,
    {},
    ...stamps.map((updatedAt) => ({ updatedAt })),
  ];
  const after = (text: string): string => new Date(ms(text) + 1).toISOString();
  /** The bound of a pass whose first page of items has these stamps. */
  const boundOf = (
    known: string | null,
    stamps: readonly unknown[],
    date: string | null = LATE,
  ): string | null => {
    const start = new PassStart(null, 300, null);
    start.observeAnswer(ms(LATE), ms(EARLY));
    start.observeFirstItems(records(...stamps), date === null ? null : ms(date), ms(EARLY));
    start.observeKnown(known === null ? null : us(known));
    return start.bound;
  };

  it("a pass that trusts the Date header sets no limit for updatedSince", () => {
    const start = new PassStart(null, 300, null);
    start.observeAnswer(ms(LATE), ms(LATE));
    start.observeFirstItems(records(MIDDLE), ms(LATE), ms(LATE));
    start.observeKnown(us(EARLY));
    expect([start.bound, start.highestUpdate]).toEqual([null, us(MIDDLE)]);
  });

  it.each([
    ["the newest update on the first page in a full pass", null, [EARLY, null, 7, "never"], EARLY],
    ["the first page's newest update if it is newer than all known updates", EARLY, [MIDDLE], MIDDLE],
    [
      "just after the newest known update if the first page has no newer update",
      MIDDLE,
      [EARLY],
      after(MIDDLE),
    ],
    ["just after the newest known update if the first page repeats it", MIDDLE, [MIDDLE], after(MIDDLE)],
    ["just after the newest known update if the pass returns no item", MIDDLE, [], after(MIDDLE)],
    ["the earliest time if no update is known", null, [], "1970-01-01T00:00:00.000Z"],
  ] as const)(
    "a pass that distrusts the Date header chooses its limit for updatedSince: %s",
    (_rule, known, stamps, bound) => expect(boundOf(known, stamps)).toBe(bound),
  );

  it("the limit for updatedSince ignores updates over a second later than the response's Date header", () => {
    expect(boundOf(null, [EARLY, "2026-02-01T00:00:00.999Z", LATE], MIDDLE)).toBe("2026-02-01T00:00:00.999Z");
  });

  it("the limit for updatedSince ignores updates later than the local clock if there is no Date header", () => {
    expect(boundOf(null, ["2025-12-01T00:00:00.000Z", MIDDLE], null)).toBe("2025-12-01T00:00:00.000Z");
  });
});
