import { describe, expect, it } from "vitest";
import {
  arrange,
  commandEntries,
  recordEntry,
  recordIds,
  viewEntries,
} from "../../../../../renderer/features/palette/entries.ts";
import { fuzzyScore } from "../../../../../renderer/features/palette/fuzzy.ts";

describe("fuzzyScore", () => {
  it("finds letters in their order, whatever the case and the accents", () => {
    expect(fuzzyScore("Käfig", "kaf")).not.toBeNull();
    expect(fuzzyScore("Checked out (longest first)", "cho lf")).not.toBeNull();
    expect(fuzzyScore("Settings", "sgt")).toBeNull();
    expect(fuzzyScore("Settings", "x")).toBeNull();
  });
  it("ranks the beginning before a word's beginning before the middle before scattered letters", () => {
    const scores = ["item list", "my item", "remitem", "i-t-e-m"].map(
      (text) => fuzzyScore(text, "item") ?? 0,
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });
});

describe("the palette's list", () => {
  const known = [...commandEntries("linux"), ...viewEntries([])];
  const found = [recordEntry("locations", "loc_1", "Hall 1"), recordEntry("items", "itm_1", "Settling film")];
  const keys = (typed: string, recent: readonly string[] = []): readonly string[] =>
    arrange(typed, known, typed === "" ? [] : found, [recordEntry("items", "itm_9", "Old roll")], recent).map(
      ({ key }) => key,
    );

  it("has every command and every view, and a command's shortcut", () => {
    expect(keys("")).toEqual(known.map(({ key }) => key));
    expect(known.map(({ key }) => key)).toContain("view locations no_longer_returned");
    expect(known.find(({ key }) => key === "command refresh")?.shortcut).toBe("F5");
  });

  it("lists what is recent first, in the order of its use, where it matches", () => {
    const recent = ["record items itm_9", "command settings", "view items gone"];
    expect(keys("", recent).slice(0, 3)).toEqual([
      "record items itm_9",
      "command settings",
      "command newWindow",
    ]);
    expect(keys("setti", recent).slice(0, 2)).toEqual(["command settings", "record locations loc_1"]);
    expect(keys("old", recent)[0]).toBe("record items itm_9");
    expect(new Set(keys("", recent)).size).toBe(keys("", recent).length);
  });

  it("puts records behind commands and views, as the store found them", () => {
    expect(keys("archived")).toEqual(["view items archived", "record locations loc_1", "record items itm_1"]);
  });

  it("knows which records are remembered, whatever their ids hold", () => {
    expect(recordIds("items", ["record items a b", "record types c", "command find"])).toEqual(["a b"]);
    expect(recordEntry("items", "a b", "").words).toBe("a b");
  });
});
