import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant } from "../../../../electron/api-server/instant.ts";

describe("parseInstant()", () => {
  it.each([
    ["2026-03-01T10:00:00Z", Date.UTC(2026, 2, 1, 10)],
    ["2026-03-01T10:00:00.250Z", Date.UTC(2026, 2, 1, 10, 0, 0, 250)],
    ["2026-03-01T10:00:00.2Z", Date.UTC(2026, 2, 1, 10, 0, 0, 200)],
    ["2026-03-01T12:00:00+02:00", Date.UTC(2026, 2, 1, 10)],
    ["2026-03-01t10:00:00z", Date.UTC(2026, 2, 1, 10)],
  ])("parseInstant() reads %s", (text, ms) => {
    expect(parseInstant(text)).toBe(ms);
  });

  it("parseInstant() keeps fractions of a millisecond", () => {
    const whole = parseInstant("2026-03-01T10:00:00.250Z");
    expect(parseInstant("2026-03-01T10:00:00.2505Z")).toBeCloseTo(whole + 0.5, 2);
  });

  it.each([
    "",
    "yesterday",
    "2026-03-01",
    "2026-03-01T10:00:00",
    "2026-02-30T10:00:00Z",
    "2026-13-01T10:00:00Z",
  ])("parseInstant() refuses %j", (text) => {
    expect(parseInstant(text)).toBeNaN();
  });
});

describe("formatInstant()", () => {
  it("formatInstant() returns the same text as Date.toISOString", () => {
    for (let ms = -1_000_000_007; ms < 1.9e12; ms += 3_333_333_337) {
      expect(formatInstant(ms)).toBe(new Date(ms).toISOString());
    }
  });
});
