import { describe, expect, it } from "vitest";
import { formatCountdown, formatDuration } from "../../../../renderer/base/format-calendar.ts";
import {
  decimalsOf,
  formatAge,
  formatAligned,
  formatDateTime,
  formatMoment,
  formatNumber,
  formatSpan,
  formatUtc,
} from "../../../../renderer/base/format.ts";
import { texts } from "../../../../shared/base/text/texts.ts";
import { formatBytes } from "../../../../renderer/base/format-bytes.ts";
import { valueLabel } from "../../../../renderer/inventory/labels/messages.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const at = (offset: number): string => new Date(NOW + offset).toISOString();

describe("formatting ages", () => {
  it.each([
    [0, "0 s"],
    [59_999, "59 s"],
    [MINUTE, "1 min"],
    [5 * 60 * MINUTE, "5 h"],
    [DAY, "1 d"],
    [59 * DAY, "59 d"],
    [61 * DAY, "2 mo"],
    [800 * DAY, "2 y"],
  ])("formatSpan() writes %d ms as %s", (span, words) => expect(formatSpan(span)).toBe(words));

  it("formatAge() returns an empty text for a future or invalid date", () => {
    expect(formatAge(at(5_000), NOW)).toBe("");
    expect(formatAge("soon", NOW)).toBe("");
    expect(formatAge(at(-3 * DAY), NOW)).toBe("3 d");
  });

  it("a countdown stops at zero", () => {
    expect(formatCountdown(at(34_200), NOW)).toBe("35 s");
    expect(formatCountdown(at(95_000), NOW)).toBe("1 min 35 s");
    expect(formatCountdown(at(119_500), NOW)).toBe("2 min 0 s");
    expect(formatCountdown(at(-1_000), NOW)).toBe("0 s");
  });
});

describe("formatting durations and sizes", () => {
  it.each([
    [0, "0 ms"],
    [333, "333 ms"],
    [1_250, "1.2 s"],
    [9_999, "9.9 s"],
    [10_000, "10 s"],
    [90_000, "1 min"],
  ])("formatDuration() writes %d ms as %s", (span, words) => expect(formatDuration(span)).toBe(words));

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1 kB"],
    [4_096, "4.1 kB"],
    [999_600, "1 MB"],
    [12_345_678, "12.3 MB"],
    [2_000_000_000_000_000, "2,000 TB"],
  ])("formatBytes() writes %d bytes as %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));
});

describe("formatting dates", () => {
  it("a time more than a day away shows its date", () => {
    const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
    expect(formatMoment(at(-MINUTE), NOW)).toBe(clock.format(NOW - MINUTE));
    expect(formatMoment(at(-2 * DAY), NOW)).toContain("2026");
  });
  it("formatUtc() converts a date with any offset to UTC", () => {
    expect(formatUtc("2026-11-21T14:00:00+02:00")).toBe("2026-11-21T12:00:00.000Z");
  });
  it("formatDateTime() omits the year only if it is the current year", () => {
    expect(formatDateTime(at(-DAY), NOW)).not.toContain("2026");
    expect(formatDateTime(at(-400 * DAY), NOW)).toContain("2025");
  });
  it("a text that is not a date stays unchanged", () => {
    expect(formatDateTime("yesterday")).toBe("yesterday");
    expect(formatUtc("yesterday")).toBe("yesterday");
  });
});

describe("formatting numbers", () => {
  it("decimalsOf() counts the decimals of a shown number", () => {
    expect([1, 1.5, 0.25, -2.125, 0.000_04, 1e21].map(decimalsOf)).toEqual([0, 1, 2, 3, 0, 0]);
  });
  it("formatAligned() pads decimals with figure spaces, not zeros", () => {
    expect(formatAligned(21.3, 3)).toBe(`${formatNumber(21.3)}\u2007\u2007`);
    expect(formatAligned(21, 2)).toBe("21\u2008\u2007\u2007");
    expect(formatAligned(21.375, 3)).toBe(formatNumber(21.375));
  });
  it("a counted noun is singular or plural", () => {
    const { rows } = texts("test.rows", { rows: "{count, plural, one {# row} other {# rows}}" });
    expect(rows({ count: 1 })).toBe("1 row");
    expect(rows({ count: 0 })).toBe("0 rows");
  });
});

describe("labels of values", () => {
  it("a value that the specification names gets a label", () => {
    expect(valueLabel("status", "checked_out")).toBe("Checked out");
    expect(valueLabel("status", "in_transit")).toBe("in_transit");
    expect(valueLabel("currency", "scale")).toBe("scale");
    expect(valueLabel("status", "constructor")).toBe("constructor");
  });
});
