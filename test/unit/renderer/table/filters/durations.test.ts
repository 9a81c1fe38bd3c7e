import { describe, expect, it } from "vitest";
import { durationOf, SPAN_UNITS, spanOf } from "../../../../../renderer/table/filters/durations.ts";
import { durationLabel } from "../../../../../renderer/table/filters/messages.ts";
import { parseDuration } from "../../../../../shared/base/time/duration.ts";

describe("a time span", () => {
  it("a time span converts to an ISO 8601 duration and back", () => {
    for (const unit of SPAN_UNITS) {
      const duration = durationOf(30, unit);
      expect(parseDuration(duration)).not.toBeNull();
      expect(spanOf(duration)).toEqual({ amount: 30, unit });
    }
    // A month is not a minute.
    expect([durationOf(2, "months"), durationOf(2, "hours")]).toEqual(["P2M", "PT2H"]);
  });

  it("spanOf() expresses a mixed duration in one unit", () => {
    expect(spanOf("P1DT12H")).toEqual({ amount: 36, unit: "hours" });
    expect(spanOf("P1Y6M")).toEqual({ amount: 18, unit: "months" });
    expect(spanOf("PT48H")).toEqual({ amount: 48, unit: "hours" });
    expect(spanOf("P1WT24H")).toEqual({ amount: 8, unit: "days" });
  });

  it("every duration has a label", () => {
    expect(["P1D", "P7D", "PT1H", "P3M", "P1DT1H"].map(durationLabel)).toEqual([
      "1 day",
      "7 days",
      "1 hour",
      "3 months",
      "P1DT1H",
    ]);
  });
});
