import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { nextDue, type Timing } from "../../../../../shared/delivery/planned.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/**
 * Zones with different clocks: northern and southern summer time, summer time of half an hour, odd offsets, no
 * summer time, and a skipped day.
 */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Asia/Kathmandu",
  "Africa/Casablanca",
];
const own = process.env["TZ"];

afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

const at = (time: string, days: readonly number[] = EVERY_DAY): Timing => ({
  kind: "days",
  days: [...days],
  time,
});
const iso = (moment: number): string => new Date(moment).toISOString();

/** The next `count` times, as ISO 8601. */
function times(timing: Timing, zone: string, after: string, count: number): readonly string[] {
  process.env["TZ"] = zone;
  const found: string[] = [];
  let last = Date.parse(after);
  for (let each = 0; each < count; each += 1) {
    last = nextDue(timing, 0, last);
    found.push(iso(last));
  }
  return found;
}

describe("the next run of a schedule", () => {
  it("a daily schedule runs next at its local time on a chosen day", () => {
    // A Friday.
    expect(times(at("18:00", [1, 2, 3, 4, 5]), "Europe/Berlin", "2026-11-20T16:59:59Z", 3)).toEqual([
      "2026-11-20T17:00:00.000Z",
      "2026-11-23T17:00:00.000Z",
      "2026-11-24T17:00:00.000Z",
    ]);
  });

  it("the next run is always after the given time", () => {
    expect(times(at("18:00"), "UTC", "2026-11-20T18:00:00Z", 1)).toEqual(["2026-11-21T18:00:00.000Z"]);
  });

  it("a schedule whose time the clock skips runs once, after the gap", () => {
    expect(times(at("02:30"), "Europe/Berlin", "2026-03-28T12:00:00Z", 2)).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    // Half an hour of summer time.
    expect(times(at("02:10"), "Australia/Lord_Howe", "2026-10-03T00:00:00Z", 1)).toEqual([
      "2026-10-03T15:30:00.000Z",
    ]);
    // Samoa had no 30 December 2011, which was a Friday.
    expect(times(at("18:00", [5]), "Pacific/Apia", "2011-12-29T12:00:00Z", 2)).toEqual([
      "2011-12-30T10:00:00.000Z",
      "2012-01-06T04:00:00.000Z",
    ]);
  });

  it("a schedule whose time occurs twice runs only once", () => {
    expect(times(at("02:30"), "Europe/Berlin", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("an hourly schedule counts the hours from its creation", () => {
    const timing: Timing = { kind: "hours", every: 6 };
    const anchor = Date.parse("2026-03-28T20:15:00Z");
    process.env["TZ"] = "Europe/Berlin";
    expect(iso(nextDue(timing, anchor, anchor))).toBe("2026-03-29T02:15:00.000Z");
    expect(iso(nextDue(timing, anchor, anchor - 40 * DAY))).toBe("2026-03-29T02:15:00.000Z");
    expect(iso(nextDue(timing, anchor, Date.parse("2026-03-29T08:15:00Z")))).toBe("2026-03-29T14:15:00.000Z");
  });

  it("a schedule runs once on each chosen day in every time zone", () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const clock = fc.record({
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 0, max: 59 }),
    });
    const begin = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        days,
        clock,
        begin,
        (zone, chosen, { hours, minutes }, after) => {
          process.env["TZ"] = zone;
          const two = (part: number): string => String(part).padStart(2, "0");
          const timing = at(`${two(hours)}:${two(minutes)}`, chosen);
          let last = after;
          for (let each = 0; each < 20; each += 1) {
            const due = nextDue(timing, 0, last);
            expect(due).toBeGreaterThan(last);
            // Two runs are at most a week apart, and one more day if the zone skipped a day.
            expect(due - last).toBeLessThanOrEqual(8 * DAY + 2 * HOUR);
            expect(nextDue(timing, 0, due - 1)).toBe(due);
            const local = new Date(due);
            const asWanted =
              local.getHours() === hours
              && local.getMinutes() === minutes
              && chosen.includes(local.getDay() || 7);
            const afterGap = new Date(due - 1).getTimezoneOffset() !== local.getTimezoneOffset();
            expect(asWanted || afterGap).toBe(true);
            last = due;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("the next run is the same from any time between two runs", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (zone, after, part) => {
          process.env["TZ"] = zone;
          const timing = at("02:30", [1, 3, 7]);
          const first = nextDue(timing, 0, after);
          const second = nextDue(timing, 0, first);
          expect(nextDue(timing, 0, first + Math.floor((second - first) * part))).toBe(second);
        },
      ),
    );
  });
});
