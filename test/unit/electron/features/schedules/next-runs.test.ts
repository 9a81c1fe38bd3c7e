import { expect, it } from "vitest";
import { nextRunLines } from "../../../../../electron/features/schedules/next-runs.ts";

it("the tray lists the next runs in time order and leaves out paused schedules", () => {
  const at = (day: number): string => new Date(2026, 10, day, 18, 0).toISOString();
  const schedules = [
    { viewName: "Late", nextRun: at(25) },
    { viewName: null, nextRun: at(23) },
    { viewName: "Paused", nextRun: null },
    { viewName: "Soon", nextRun: at(24) },
  ];
  const lines = nextRunLines(schedules, 2);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Mon.* 6:00\sPM: a view that was deleted$/);
  expect(lines[1]).toMatch(/^Tue.* 6:00\sPM: Soon$/);
});
