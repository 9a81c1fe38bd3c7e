import { expect, it } from "vitest";
import { readCutSearch } from "../../../../../renderer/features/cut-finder/cut-search.ts";

it("the URL is read as a search for rolls, and its invalid parts are ignored", () => {
  expect(readCutSearch({ type: "typ_1", cuts: "3 × 12.5", together: true })).toEqual({
    type: "typ_1",
    cuts: "3 × 12.5",
    together: true,
  });
  expect(readCutSearch({ cuts: 40 })).toEqual({ cuts: "40" });
  expect(readCutSearch({ type: 7, cuts: ["3"], together: "yes", more: 1 })).toEqual({});
  expect(readCutSearch({ cuts: "1".repeat(5_000) }).cuts).toHaveLength(2_000);
});
