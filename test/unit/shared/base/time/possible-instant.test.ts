import { describe, expect, it } from "vitest";
import { ageOf } from "../../../../../shared/base/time/possible-instant.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const DAY = 86_400_000;

describe("the age of a date", () => {
  it.each([
    ["2026-06-14T12:00:00Z", DAY],
    ["2026-06-15T12:00:00Z", 0],
    ["1970-01-01T00:00:00Z", NOW],
    ["2026-06-16T12:00:00Z", -DAY],
  ])("the age of %s is %i ms", (date, age) => {
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
  ])("the age of a date is unknown for %s", (date) => {
    expect(ageOf(date, NOW)).toBeNull();
  });
});
