import { describe, expect, it } from "vitest";
import { searchTerms } from "../../../../../shared/base/text/search.ts";

describe("searchTerms", () => {
  it("a search splits at spaces and keeps quoted words together", () => {
    expect(searchTerms('film "hall 2"  20')).toEqual(["film", "hall 2", "20"]);
  });
  it("terms that say nothing are ignored", () => {
    expect(searchTerms('  "" " ')).toEqual([]);
  });
  it("terms of invisible characters are left out, because every text would have them", () => {
    expect(searchTerms("film \u200b \u00ad\u200d")).toEqual(["film"]);
  });
});
