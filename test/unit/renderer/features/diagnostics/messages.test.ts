import { expect, it } from "vitest";
import { clockDifference, collectorFacts } from "../../../../../renderer/features/diagnostics/messages.ts";

it.each([
  [0, "As this computer’s, within 2 s"],
  [-995, "As this computer’s, within 2 s"],
  [1_999, "As this computer’s, within 2 s"],
  [3_200, "3.2 s ahead of this computer’s"],
  [-3_200, "3.2 s behind this computer’s"],
])("clockDifference() describes a clock %d ms ahead as %j", (skew, text) => {
  expect(clockDifference(skew)).toBe(text);
});

it("the facts about a collector are its last change, its stream, and why its last refresh failed", () => {
  const status = {
    epoch: "5f0a",
    number: 1_204,
    stream: "live",
    completeAsOf: null,
    reachedAt: null,
  } as const;
  expect(collectorFacts({ ...status, error: null })).toBe("change 1,204 of numbering 5f0a · stream open");
  expect(collectorFacts({ ...status, stream: "connecting", error: "server" })).toBe(
    "change 1,204 of numbering 5f0a · connecting · its last refresh failed: server",
  );
});
