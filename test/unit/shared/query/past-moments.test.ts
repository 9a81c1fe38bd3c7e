import { expect, it } from "vitest";
import { localDay } from "../../../../shared/base/time/local-day.ts";
import { dayOfMoment, endOfDay, isToCome, readMoment } from "../../../../shared/query/past-moments.ts";

it("a day ends at the next local midnight, even on a 23-hour day", () => {
  for (const day of ["2026-10-25", "2026-03-29", "2026-12-31"]) {
    const end = new Date(endOfDay(day));
    expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([0, 0, 0]);
    expect(new Date(end.getTime() - 1).getDate()).toBe(Number(day.slice(-2)));
  }
});

it("a day's end belongs to that day, even in the year 9999", () => {
  for (const day of ["2026-10-25", "2026-03-29", "2026-12-31", "0099-05-01"])
    expect(dayOfMoment(endOfDay(day))).toBe(day);
  expect(dayOfMoment(new Date(2026, 4, 3, 10).toISOString())).toBe("2026-05-03");
  expect(endOfDay("9999-12-31")).toMatch(/^9999-12-31T/);
});

it("a moment in any ISO 8601 form has a local day", () => {
  const [noon, local] = [Date.parse("2026-05-03T12:00:00Z"), new Date(2026, 4, 3, 10)];
  for (const text of ["2026-05-03T12:00Z", "2026-05-03 12:00", "2026-05-03T13:00:00,5+0100"]) {
    expect(isToCome(text, noon - 1_000)).toBe(true);
    expect(isToCome(text, noon + 1_000)).toBe(false);
    expect(dayOfMoment(text)).toBe(localDay(new Date(noon)));
  }
  expect(dayOfMoment(local.toISOString().replace(/\.000Z$/, " +00"))).toBe("2026-05-03");
  expect(isToCome("", noon)).toBe(false);
});

it("a moment is an existing day or an ISO 8601 date-time", () => {
  expect(readMoment("2026-11-01")).toBe(endOfDay("2026-11-01"));
  expect(readMoment("2026-11-01T10:00:00+01:00")).toBe("2026-11-01T10:00:00+01:00");
  for (const text of ["2026-02-30", "2026-13-01", "yesterday", "01.11.2026", ""])
    expect(readMoment(text)).toBeNull();
});
