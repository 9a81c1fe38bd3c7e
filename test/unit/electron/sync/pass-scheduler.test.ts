import { describe, expect, it } from "vitest";
import {
  costOfNextPass,
  delayToNextPass,
  fullCheckDue,
  staleAt,
} from "../../../../electron/sync/pass-scheduler.ts";
import { stateAfter } from "../../../../electron/sync/status-store.ts";
import { ERROR_KINDS, type ErrorKind } from "../../../../shared/base/error-kinds.ts";

const settings = { pollFocusedSeconds: 60, pollUnfocusedSeconds: 300 };
const NOW = Date.parse("2026-01-01T00:00:00Z");
const after = (kind: ErrorKind | null, focused = true, retryAt?: string): number | null =>
  delayToNextPass({
    settings,
    focused,
    now: NOW,
    error: kind && { kind, message: "", ...(retryAt ? { retryAt } : {}) },
  });

/** Kinds of error after which only the user can continue. */
const STOPPED: ReadonlySet<string> = new Set(["unauthorized", "no_key", "other_company"]);

describe("the delay to the next pass", () => {
  it.each(ERROR_KINDS)("the next pass after an error of kind %s waits as designed", (kind) => {
    const wanted = STOPPED.has(kind) ? null : kind === "forbidden" ? 3_600_000 : 60_000;
    expect(after(kind)).toBe(wanted);
  });

  it("settings and focus decide the delay to the next pass", () => {
    expect([after(null, true), after(null, false)]).toEqual([60_000, 300_000]);
  });

  it("the next pass waits for the end of a rate limit", () => {
    expect(after("rate_limited", true, "2026-01-01T00:15:00Z")).toBe(900_000);
    expect(after("rate_limited", true, "2025-12-31T23:59:59Z")).toBe(1_000);
  });
});

describe("the state after a pass", () => {
  it("the error's kind decides the engine's state after a pass", () => {
    const states = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, stateAfter({ kind, message: "" })]));
    expect(stateAfter(null)).toBe("idle");
    expect(states).toMatchObject({
      unauthorized: "unauthorized",
      no_key: "unauthorized",
      forbidden: "forbidden",
      rate_limited: "rate_limited",
      network: "offline",
      server: "failed",
      protocol: "failed",
      store: "failed",
    });
  });
});

describe("the time of the next full check", () => {
  const NOW = Date.parse("2026-05-10T12:00:00.000Z");

  it.each([
    ["never run", null, true],
    ["run 23 h 59 min ago", "2026-05-09T12:01:00.000Z", false],
    ["run a day ago", "2026-05-09T12:00:00.000Z", true],
    ["run in the future, because the local clock has stepped back", "2026-05-10T13:00:00.000Z", true],
  ])("a full check %s is due: %s", (_when, last, due) => {
    expect(fullCheckDue(last, NOW)).toBe(due);
  });
});

describe("stale rows", () => {
  const settings = { pollFocusedSeconds: 60, pollUnfocusedSeconds: 300 };

  it("rows become stale three intervals after the last complete pass", () => {
    expect(staleAt("2026-05-10T12:00:00.000Z", settings, true)).toBe("2026-05-10T12:03:00.000Z");
    expect(staleAt("2026-05-10T12:00:00.000Z", settings, false)).toBe("2026-05-10T12:15:00.000Z");
  });

  it("rows cannot become stale before the first pass", () => {
    expect(staleAt(null, settings, true)).toBeNull();
  });
});

describe("the cost of the next pass", () => {
  const size = {
    pageSize: 250,
    totals: { items: 1_001, types: 60, locations: 0 },
    unverified: 0,
    everything: false,
    withReferences: false,
  };

  it("a pass's estimated cost counts items, references, full check and single checks", () => {
    expect(costOfNextPass(size)).toBe(1);
    expect(costOfNextPass({ ...size, withReferences: true })).toBe(3);
    expect(costOfNextPass({ ...size, everything: true })).toBe(7);
    expect(costOfNextPass({ ...size, unverified: 40 })).toBe(41);
    expect(costOfNextPass({ ...size, unverified: 4_000 })).toBe(251);
  });
});
