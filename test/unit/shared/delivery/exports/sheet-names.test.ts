import { expect, it } from "vitest";
import { sheetNames } from "../../../../../shared/delivery/exports.ts";

it("shortened sheet names are valid in Excel", () => {
  const long = "a".repeat(30);
  expect(sheetNames(["'Rolls'", "1/2: [x]", "", "History", `${long}'b`, `${long}📦`])).toEqual([
    "Rolls",
    "1 2   x",
    "Sheet",
    "History 2",
    long,
    `${long.slice(0, 29)} 2`,
  ]);
});
