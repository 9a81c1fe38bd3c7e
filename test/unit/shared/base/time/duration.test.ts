import { afterEach, describe, expect, it, vi } from "vitest";
import { before, parseDuration } from "../../../../../shared/base/time/duration.ts";

describe("parseDuration()", () => {
  it.each([
    ["P7D", 0, 7 * 86_400_000],
    ["PT12H", 0, 12 * 3_600_000],
    ["P1M", 1, 0],
    ["P1Y2M", 14, 0],
    ["P2W", 0, 14 * 86_400_000],
    ["P1DT1H1M1.5S", 0, 86_400_000 + 3_600_000 + 60_000 + 1_500],
  ])("parseDuration() reads %s", (text, months, milliseconds) =>
    expect(parseDuration(text)).toEqual({ months, milliseconds }),
  );

  it.each(["", "P", "PT", "7D", "P7", "P-7D", "P1H"])("parseDuration() refuses %j", (text) =>
    expect(parseDuration(text)).toBeNull(),
  );
});

describe("before()", () => {
  afterEach(() => void vi.unstubAllEnvs());

  it("before() with one month returns the same local time of day", () => {
    vi.stubEnv("TZ", "Australia/Sydney");
    const mayDay = Date.parse("2026-05-01T08:00:00+10:00");
    // Summer time ended on 5 April.
    expect(new Date(before(mayDay, { months: 1, milliseconds: 0 })).toISOString()).toBe(
      new Date("2026-04-01T08:00:00+11:00").toISOString(),
    );
    // 02:30 on 1 October 2023 was skipped.
    expect(new Date(before(Date.parse("2023-11-15T02:30:00+11:00"), { months: 1, milliseconds: 0 }))).toEqual(
      new Date("2023-10-15T02:30:00+11:00"),
    );
  });

  it("before() counts calendar months and stops at the last day of a shorter month", () => {
    const march31 = Date.parse("2026-03-31T10:00:00Z");
    expect(new Date(before(march31, { months: 1, milliseconds: 0 })).toISOString()).toBe(
      "2026-02-28T10:00:00.000Z",
    );
    expect(new Date(before(march31, { months: 12, milliseconds: 0 })).toISOString()).toBe(
      "2025-03-31T10:00:00.000Z",
    );
  });
});
