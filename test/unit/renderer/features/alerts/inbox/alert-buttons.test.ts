import { expect, test } from "vitest";
import { morningOf, snoozeEnd } from "../../../../../../renderer/features/alerts/inbox/alert-buttons.tsx";

const now = new Date(2026, 5, 1, 17, 30).getTime();

test("a snooze lasts an hour, until the next morning or a week", () => {
  expect(snoozeEnd("hour", now)).toBe(new Date(2026, 5, 1, 18, 30).toISOString());
  expect(snoozeEnd("tomorrow", now)).toBe(new Date(2026, 5, 2, 8).toISOString());
  expect(snoozeEnd("week", now)).toBe(new Date(2026, 5, 8, 17, 30).toISOString());
});

test("a snooze cannot end in a morning that has passed", () => {
  expect(morningOf("2026-06-02", now)).toBe(new Date(2026, 5, 2, 8).toISOString());
  expect(morningOf("2026-06-01", now)).toBeNull();
  expect(morningOf("", now)).toBeNull();
});
