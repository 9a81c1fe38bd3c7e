import { describe, expect, it } from "vitest";
import {
  arrange,
  commandEntries,
  recordEntry,
  recordIds,
  viewEntries,
  matchOf,
  RANK,
} from "../../../../../renderer/shell/palette/entries.ts";

describe("matchOf()", () => {
  it("the palette matches letters in order, ignoring case and accents", () => {
    expect(matchOf("Käfig", "kaf")).not.toBeNull();
    expect(matchOf("Checked out (longest first)", "cho lf")).not.toBeNull();
    expect(matchOf("Settings", "sgt")).toBeNull();
    expect(matchOf("Settings", "x")).toBeNull();
  });

  it("the palette ranks exact matches first and scattered letters last", () => {
    const texts = ["Ítem", "item list", "my (item)", "remitem", "i-t-e-m"];
    expect(texts.map((text) => matchOf(text, " item ")?.rank)).toEqual([4, 3, 2, 1, 0]);
    expect(matchOf("Cold store of the hall", "hall co")?.rank).toBe(RANK.word);
    expect(matchOf("Cold store of the hall", "hall old")?.rank).toBe(RANK.inside);
    expect(matchOf("Remitem, an item", "item")?.rank).toBe(RANK.word);
  });
});

describe("the palette's list", () => {
  const known = [...commandEntries("linux"), ...viewEntries([])];
  const found = [recordEntry("locations", "loc_1", "Hall 1"), recordEntry("items", "itm_1", "Settling film")];
  const keys = (typed: string, recent: readonly string[] = []): readonly string[] =>
    arrange(typed, known, typed === "" ? [] : found, [recordEntry("items", "itm_9", "Old roll")], recent).map(
      ({ key }) => key,
    );

  it("the palette lists every command with its shortcut and every view", () => {
    expect(keys("")).toEqual(known.map(({ key }) => key));
    expect(known.map(({ key }) => key)).toContain("view locations no_longer_returned");
    expect(known.find(({ key }) => key === "command refresh")?.shortcut).toBe("F5");
  });

  it("the palette lists matching recent choices first, latest on top", () => {
    const recent = ["record items itm_9", "command settings", "view items gone"];
    expect(keys("", recent).slice(0, 3)).toEqual([
      "record items itm_9",
      "command settings",
      "command newWindow",
    ]);
    // Other commands contain these letters at separate places in their words.
    const scattered = (key: string): boolean => key.startsWith("command ") && key !== "command settings";
    expect(
      keys("setti", recent)
        .filter((key) => !scattered(key))
        .slice(0, 2),
    ).toEqual(["command settings", "record locations loc_1"]);
    expect(keys("old", recent)[0]).toBe("record items itm_9");
    expect(new Set(keys("", recent)).size).toBe(keys("", recent).length);
  });

  it("the palette lists records after commands and views of equal rank", () => {
    expect(keys("archived")).toEqual(["view items archived", "record locations loc_1", "record items itm_1"]);
  });

  it("the palette ranks scattered letters last, even in a recent record or command", () => {
    const cold = [
      recordEntry("locations", "loc_2", "North hall"),
      recordEntry("items", "itm_2", "Film for halls"),
      recordEntry("items", "itm_3", "Marshall tape"),
      recordEntry("items", "hall", "Cold store"),
    ];
    const spread = recordEntry("items", "itm_4", "High anchor, long loop");
    const list = arrange("hall", known, cold, [spread], [spread.key]).map(({ key }) => key);
    expect(list.slice(0, 5)).toEqual([
      "record items hall",
      "record locations loc_2",
      "record items itm_2",
      "record items itm_3",
      "record items itm_4",
    ]);
  });

  it("the palette reads the ids of recent records, even ids with spaces", () => {
    expect(recordIds("items", ["record items a b", "record types c", "command find"])).toEqual(["a b"]);
    expect(recordEntry("items", "a b", "").label).toBe("a b");
  });
});
