import { expect, it } from "vitest";
import { uniqueName } from "../../../../../shared/base/text/unique-name.ts";

it.each([
  ["Film", ["film"], 60, "Film (2)"],
  ["Film", ["Film", "Film (2)"], 60, "Film (3)"],
  ["Long name", ["long nam"], 8, "Long (2)"],
  // A character of two units is not cut in half.
  ["abc📦", [], 4, "abc"],
  // Half a character, which a page may send, is a name like any other name.
  ["\ud800", [], 60, "\ud800"],
] as const)(
  "uniqueName() returns the name %j among %j, with at most %i UTF-16 units: %j",
  (wanted, others, longest, name) => {
    expect(uniqueName(wanted, others, longest)).toBe(name);
  },
);
