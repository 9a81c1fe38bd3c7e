import { expect, it } from "vitest";
import { dayOfMoment, endOfDay, readMoment } from "../../../../../shared/features/past-days/past-moments.ts";

it("a day ends at the next midnight of this computer's zone, also on a day with another number of hours", () => {
  for (const day of ["2026-10-25", "2026-03-29", "2026-12-31"]) {
    const end = new Date(endOfDay(day));
    expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([0, 0, 0]);
    expect(new Date(end.getTime() - 1).getDate()).toBe(Number(day.slice(-2)));
  }
});

it("the day of a day's end is that day, and the end of the year 9999 is a moment of it", () => {
  for (const day of ["2026-10-25", "2026-03-29", "2026-12-31", "0099-05-01"])
    expect(dayOfMoment(endOfDay(day))).toBe(day);
  expect(dayOfMoment(new Date(2026, 4, 3, 10).toISOString())).toBe("2026-05-03");
  expect(endOfDay("9999-12-31")).toMatch(/^9999-12-31T/);
});

it("a moment is a day that exists, or an ISO 8601 date-time", () => {
  expect(readMoment("2026-11-01")).toBe(endOfDay("2026-11-01"));
  expect(readMoment("2026-11-01T10:00:00+01:00")).toBe("2026-11-01T10:00:00+01:00");
  for (const text of ["2026-02-30", "2026-13-01", "yesterday", "01.11.2026", ""])
    expect(readMoment(text)).toBeNull();
});
