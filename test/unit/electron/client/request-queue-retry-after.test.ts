import { describe, expect, it } from "vitest";
import {
  LONGEST_WAIT,
  parseRetryAfter,
  SHORTEST_WAIT,
  waitAfter429,
} from "../../../../electron/client/request-queue.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

describe("parseRetryAfter()", () => {
  it.each([
    ["7", 7_000],
    ["0", 0],
    [" 3 ", 3_000],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["-5", null],
    ["abc", null],
    ["1.5", null],
    ["", null],
    [null, null],
  ])("parseRetryAfter() reads %j as %j ms", (header, wait) =>
    expect(parseRetryAfter(header, NOW)).toBe(wait),
  );
});

describe("waitAfter429()", () => {
  it("waitAfter429() uses the longer wait of header and body", () => {
    expect(waitAfter429({ header: 2_000, body: 9_000 }, 0).wait).toBe(9_000);
    expect(waitAfter429({ header: 9_000, body: 2_000 }, 0).wait).toBe(9_000);
  });
  it("waitAfter429() raises a zero wait to the minimum", () => {
    expect(waitAfter429({ header: 0, body: null }, 5)).toEqual({ wait: SHORTEST_WAIT, pastClamp: false });
  });
  it("waitAfter429() limits the wait to the maximum and reports the limit", () => {
    expect(waitAfter429({ header: 86_400_000, body: null }, 0)).toEqual({
      wait: LONGEST_WAIT,
      pastClamp: true,
    });
    expect(waitAfter429({ header: LONGEST_WAIT, body: null }, 0).pastClamp).toBe(false);
  });
  it("waitAfter429() waits 30 seconds if the response names no wait, and doubles the wait up to 10 minutes", () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map(
      (repeats) => waitAfter429({ header: null, body: null }, repeats).wait / 1_000,
    );
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600]);
  });
});
