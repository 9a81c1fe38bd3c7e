import { expect, it } from "vitest";
import { clockDifference } from "../../../../../renderer/features/diagnostics/messages.ts";

it.each([
  [0, "As this computer’s, within 2 s"],
  [-995, "As this computer’s, within 2 s"],
  [1_999, "As this computer’s, within 2 s"],
  [3_200, "3.2 s ahead of this computer’s"],
  [-3_200, "3.2 s behind this computer’s"],
])("clockDifference describes a clock %d ms ahead as %j", (skew, text) => {
  expect(clockDifference(skew)).toBe(text);
});
