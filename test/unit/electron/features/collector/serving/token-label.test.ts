import { expect, it } from "vitest";
import { isLabel, tidyLabel } from "../../../../../../electron/features/collector/serving/token-table.ts";

it.each([
  ["Desk 1", "Desk 1"],
  ["  Desk\u00a0 \u3000 1 ", "Desk 1"],
  ["Bu\u0308ro", "B\u00fcro"],
  ["\u5009\u5eab 2", "\u5009\u5eab 2"],
  ["d".repeat(100), "d".repeat(100)],
])("the token label %j is stored as %j", (given, label) => {
  expect([isLabel(given), tidyLabel(given)]).toEqual([true, label]);
  expect(isLabel(label)).toBe(true);
});

it.each([
  "", // no character
  " \u3000", // blanks alone
  "Desk\n1",
  "Desk\t1",
  "Desk \u202e1", // right-to-left override
  "Desk\u20661", // isolate
  "Desk\u061c 1", // Arabic letter mark
  "Desk\u200b1", // zero-width space
  "Desk\u00ad1", // soft hyphen
  "Desk\u115f1", // Hangul filler
  "Desk\u31641",
  "Desk\u034f1", // grapheme joiner
  "Desk\ufe0f 1", // variation selector
  "Desk\u{e0041}1", // tag
  "Desk\u28001", // blank Braille
  "collector", // the collector itself
  " collector ",
  "d".repeat(101),
])("no token may have the label %j", (label) => {
  expect(isLabel(label) && isLabel(tidyLabel(label))).toBe(false);
});
