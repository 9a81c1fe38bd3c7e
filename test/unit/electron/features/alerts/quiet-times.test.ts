import { expect, it } from "vitest";
import { isQuiet } from "../../../../../electron/features/alerts/quiet-times.ts";

const at = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 5, 14 + day, hours, minutes).getTime();
const quiet = (from: string, to: string, days: readonly number[], quietDays: readonly number[] = []) => ({
  notifications: true,
  quietHours: { from, to, days },
  quietDays,
});

it.each([
  ["within the hours of a day", quiet("12:00", "13:30", [1]), at(1, 13, 29), true],
  ["their end is not in them", quiet("12:00", "13:30", [1]), at(1, 13, 30), false],
  ["another day", quiet("12:00", "13:30", [1]), at(2, 13), false],
  ["before midnight", quiet("22:00", "06:00", [0]), at(0, 23), true],
  ["past midnight, of the day before", quiet("22:00", "06:00", [0]), at(1, 5, 59), true],
  ["past midnight into Sunday", quiet("22:00", "06:00", [6]), at(7, 1), true],
  ["the morning of the day on which they begin", quiet("22:00", "06:00", [0]), at(0, 5), false],
  ["a whole day from their beginning", quiet("08:00", "08:00", [1]), at(2, 7), true],
  ["a quiet day", quiet("22:00", "06:00", [], [3]), at(3, 12), true],
])("quiet times: %s", (_title, settings, now, expected) => {
  expect(isQuiet(settings, now)).toBe(expected);
});

it("no quiet times are never quiet", () => {
  expect(isQuiet({ notifications: true, quietHours: null, quietDays: [] }, at(0, 3))).toBe(false);
});
