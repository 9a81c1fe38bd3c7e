import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  DATE_STEPS,
  DateSpans,
  lastDayOf,
  type DateStep,
} from "../../../../../shared/base/time/date-steps.ts";
import { fromMilliseconds, parseInstant } from "../../../../../shared/base/time/instant.ts";

const own = process.env["TZ"];
afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

/** Zones with clock changes at midnight, by half an hour, or across the date line. */
const ZONES = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia"];

const firstDay = (step: DateStep, iso: string): string => {
  const spans = new DateSpans(step);
  return spans.firstOf(spans.codeOf(parseInstant(iso) ?? 0));
};

describe("calendar spans", () => {
  it.each<[DateStep, string, string]>([
    ["day", "2026-10-24", "2026-10-24"],
    ["week", "2026-10-19", "2026-10-25"],
    ["month", "2026-10-01", "2026-10-31"],
    ["quarter", "2026-10-01", "2026-12-31"],
    ["year", "2026-01-01", "2026-12-31"],
  ])("the %s of a moment has the right first and last day", (step, first, last) => {
    process.env["TZ"] = "Europe/Berlin";
    // In Berlin this is a minute before midnight, and in UTC it is the same day.
    expect(firstDay(step, "2026-10-24T21:59:00Z")).toBe(first);
    expect(lastDayOf(step, first)).toBe(last);
  });

  it("a calendar span begins at local midnight, not UTC midnight", () => {
    process.env["TZ"] = "Europe/Berlin";
    expect(firstDay("month", "2026-09-30T22:00:00Z")).toBe("2026-10-01");
    expect(firstDay("month", "2026-09-30T21:59:59.999999Z")).toBe("2026-09-01");
    expect(firstDay("week", "2026-10-25T22:59:00Z")).toBe("2026-10-19");
    expect(firstDay("week", "2026-10-25T23:00:00Z")).toBe("2026-10-26");
  });

  it("calendar spans exist even for years before 100", () => {
    process.env["TZ"] = "UTC";
    expect(firstDay("month", "0001-01-01T00:00:00Z")).toBe("0001-01-01");
    expect(lastDayOf("month", "0001-01-01")).toBe("0001-01-31");
  });

  it("every moment is in exactly one span", () => {
    const moment = fc.integer({ min: Date.parse("1990-01-01"), max: Date.parse("2040-01-01") });
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom(...DATE_STEPS),
        fc.array(moment, { minLength: 2, maxLength: 40 }),
        (zone, step, moments) => {
          process.env["TZ"] = zone;
          const spans = new DateSpans(step);
          const codes = moments.map((ms) => spans.codeOf(fromMilliseconds(ms)));
          const ranks = spans.inOrder();
          for (const [at, ms] of moments.entries()) {
            const code = codes[at] ?? -1;
            expect(spans.codeOf(fromMilliseconds(ms))).toBe(code);
            const first = spans.firstOf(code);
            expect(first <= localDayOf(ms)).toBe(true);
            expect(localDayOf(ms) <= lastDayOf(step, first)).toBe(true);
            for (const [other, later] of moments.entries()) {
              if (later > ms)
                expect(ranks.indexOf(codes[other] ?? -1)).toBeGreaterThanOrEqual(ranks.indexOf(code));
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** The day by the zone's own clock, from the platform's formatter. */
function localDayOf(ms: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: process.env["TZ"] ?? "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(ms);
  return parts;
}
