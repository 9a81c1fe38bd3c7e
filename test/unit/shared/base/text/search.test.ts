import { describe, expect, it } from "vitest";
import { searchTerms } from "../../../../../shared/base/text/search.ts";

describe("searchTerms", () => {
  it("splits at spaces and keeps quoted words together", () => {
    expect(searchTerms('film "hall 2"  20')).toEqual(["film", "hall 2", "20"]);
  });
  it("ignores what says nothing", () => {
    expect(searchTerms('  "" " ')).toEqual([]);
  });
  it("leaves out terms of invisible characters, which every text would have", () => {
    expect(searchTerms("film \u200b \u00ad\u200d")).toEqual(["film"]);
  });
});
