import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  ageOf,
} from "../../../../../shared/base/time/instant.ts";

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const LAWFUL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("parseInstant()", () => {
  it.each([
    ["2026-01-01T00:00:00.000Z", 1_767_225_600_000_000],
    ["2026-01-01T00:00:00Z", 1_767_225_600_000_000],
    ["2026-01-01T01:00:00+01:00", 1_767_225_600_000_000],
    ["2026-01-01T01:00:00+0100", 1_767_225_600_000_000],
    ["2025-12-31T19:00:00-05", 1_767_225_600_000_000],
    ["2026-01-01T00:00:00.123456Z", 1_767_225_600_123_456],
    ["2026-01-01T00:00:00.123456789Z", 1_767_225_600_123_456],
    ["2026-01-01T00:00:00.1Z", 1_767_225_600_100_000],
    ["2026-01-01T00:00:00", 1_767_225_600_000_000],
    ["2026-01-01 00:00Z", 1_767_225_600_000_000],
    // A leap second of RFC 3339.
    ["2025-12-31T23:59:60Z", 1_767_225_600_000_000],
    ["2025-12-31T18:59:60.5-05:00", 1_767_225_600_500_000],
  ])("parseInstant() reads %s", (text, microseconds) => expect(parseInstant(text)).toBe(microseconds));

  it.each([
    "",
    "yesterday",
    "2026-13-01T00:00:00Z",
    "2026-01-01",
    "1767225600",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:00:61Z",
  ])("parseInstant() refuses %j", (text) => expect(parseInstant(text)).toBeNull());

  it("parseInstant() reads every calendar day as the platform does", () => {
    const time = fc.integer({ min: Date.parse("0000-01-01"), max: Date.parse("9999-12-31") });
    fc.assert(
      fc.property(time, (milliseconds) => {
        const text = new Date(milliseconds).toISOString();
        expect(parseInstant(text)).toBe(fromMilliseconds(milliseconds));
      }),
      { numRuns: 2_000 },
    );
  });

  it("parseInstant() refuses the same broken dates as the platform", () => {
    const text = "2026-02-28T23:59:59.999Z";
    const wrong = fc.tuple(
      fc.nat({ max: text.length - 1 }),
      fc.constantFrom(...DIGITS, "-", ":", ".", "T", "Z", " "),
    );
    fc.assert(
      fc.property(wrong, ([index, character]) => {
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        fc.pre(LAWFUL.test(changed));
        const expected = Date.parse(changed);
        expect(parseInstant(changed)).toBe(Number.isNaN(expected) ? null : fromMilliseconds(expected));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("formatInstant()", () => {
  it("formatInstant() returns the parsed instant to the microsecond", () => {
    const time = fc.integer({ min: Date.parse("1900-01-01"), max: Date.parse("2200-01-01") });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 999 }), (milliseconds, rest) => {
        const instant = milliseconds * 1_000 + rest;
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
  });

  it.each([
    "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00.000Z",
    "2223-07-06T22:13:20.000Z",
    "2223-07-06T22:13:19.999Z",
    "1716-06-28T01:46:40.000Z",
    "1716-06-28T01:46:39.999Z",
  ])("formatInstant() returns %s, and the instant is a safe integer", (text) => {
    const instant = parseInstant(text) ?? Number.NaN;
    expect(formatInstant(instant)).toBe(text);
    expect(Number.isSafeInteger(instant)).toBe(true);
  });

  it("parsed instants keep the time order over the whole range", () => {
    const time = fc.integer({ min: Date.parse("0001-01-01"), max: Date.parse("9999-12-31") });
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(Math.sign(fromMilliseconds(a) - fromMilliseconds(b))).toBe(Math.sign(a - b));
      }),
    );
  });

  it("formatInstant() writes microseconds only if needed", () => {
    expect(formatInstant(1_500_000)).toBe("1970-01-01T00:00:01.500Z");
    expect(formatInstant(1_500_001)).toBe("1970-01-01T00:00:01.500001Z");
  });
});

const NOW = Date.parse("2026-06-15T12:00:00Z");
const DAY = 86_400_000;

describe("the age of a date", () => {
  it.each([
    ["2026-06-14T12:00:00Z", DAY],
    ["2026-06-15T12:00:00Z", 0],
    ["1970-01-01T00:00:00Z", NOW],
    ["2026-06-16T12:00:00Z", -DAY],
  ])("ageOf() gives the date %s an age of %i ms", (date, age) => {
    expect(ageOf(date, NOW)).toBe(age);
  });

  it.each([
    "1969-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z",
    "2026-06-16T12:00:00.001Z",
    "9999-12-31T00:00:00Z",
    "no date",
    "",
    null,
    undefined,
    5,
  ])("ageOf() gives the date %s no age", (date) => {
    expect(ageOf(date, NOW)).toBeNull();
  });
});
