import { expect, it } from "vitest";
import { WholeConditions } from "../../../../../electron/features/alerts/whole-conditions.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";
import type { SyncStatus } from "../../../../../shared/inventory/status.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const RULE = {
  id: "stale",
  name: "Stale data",
  paused: false,
  afterRefreshes: 1,
  notify: true,
  watch: { kind: "stale", hours: 1 },
} as const;

it.each([
  ["the service was reached", "2026-06-15T11:59:00Z", false],
  ["the collector lost the service", "2026-06-15T10:00:00Z", true],
  ["the collector has no complete copy yet", null, false],
] as const)(
  "a workstation with a reachable collector has stale data if %s: %s",
  (_what, completeAsOf, holds) => {
    const collector = { completeAsOf } as SyncStatus["collector"];
    const status = { ...BLANK_STATUS, lastPassAt: "2026-06-15T11:59:30Z", collector };
    const whole = { connectionId: "p", status, keyError: null, unsent: 0 };
    const [condition] = new WholeConditions().changed([RULE], whole, NOW);
    expect(condition?.holds ?? false).toBe(holds);
    if (holds) expect(condition?.detail).toEqual({ kind: "stale", since: completeAsOf });
  },
);

it.each([
  ["behind", "2026-06-15T10:00:00Z", -7_200_000, false],
  ["behind, and the collector lost the service", "2026-06-15T08:00:00Z", -7_200_000, true],
  ["ahead", "2026-06-15T12:00:00Z", 7_200_000, false],
  ["ahead, and the collector lost the service", "2026-06-15T10:00:00Z", 7_200_000, true],
] as const)(
  "a stale data rule needs old data by both clocks: %s",
  (_what, completeAsOf, clockSkewMs, holds) => {
    const collector = { completeAsOf } as SyncStatus["collector"];
    const status = { ...BLANK_STATUS, lastPassAt: "2026-06-15T12:00:00Z", collector, clockSkewMs };
    const whole = { connectionId: "p", status, keyError: null, unsent: 0 };
    const [condition] = new WholeConditions().changed([RULE], whole, NOW);
    expect(condition?.holds).toBe(holds);
  },
);
