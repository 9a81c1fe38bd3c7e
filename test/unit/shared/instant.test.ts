import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant } from "../../../shared/instant.ts";

describe("parseInstant", () => {
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
  ])("reads %s", (text, microseconds) => expect(parseInstant(text)).toBe(microseconds));

  it.each(["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01", "1767225600", "2026-01-01T25:00:00Z"])(
    "refuses %j",
    (text) => expect(parseInstant(text)).toBeNull(),
  );
});

describe("formatInstant", () => {
  it("gives back what parseInstant read, to the microsecond", () => {
    const time = fc.integer({ min: Date.parse("1900-01-01"), max: Date.parse("2200-01-01") });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 999 }), (milliseconds, rest) => {
        const instant = milliseconds * 1_000 + rest;
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
  });

  it("writes six digits only where three do not say all", () => {
    expect(formatInstant(1_500_000)).toBe("1970-01-01T00:00:01.500Z");
    expect(formatInstant(1_500_001)).toBe("1970-01-01T00:00:01.500001Z");
  });
});
