import { describe, expect, it } from "vitest";
import {
  compileSearch,
  readComparisonSearch,
} from "../../../../../renderer/screens/comparison/comparison-search.ts";
import {
  comparedWithSentence,
  differenceText,
  noteSentences,
  summarySentence,
} from "../../../../../renderer/screens/comparison/messages.ts";
import type { Comparison } from "../../../../../shared/exports/comparisons.ts";
import type { Difference } from "../../../../../shared/exports/differences.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const ORIGIN = {
  writtenAt: "2026-11-20T18:00:00.000Z",
  from: "manifest",
  view: "Films",
  rows: 5_000,
  ignored: ["colour"],
} satisfies Comparison["origin"];
const OUTCOME = {
  resource: "items",
  added: 12,
  gone: 3,
  changed: 40,
  same: 4_945,
  columns: [],
  notes: ["A note."],
  words: ["Search: film"],
} satisfies Comparison["outcome"];

const difference = (kind: Difference["kind"], fields: Difference["fields"]): Difference => ({
  number: 1,
  kind,
  resource: "items",
  id: "a",
  name: "Alpha",
  fields,
});
const nameOf = (_resource: string, id: string): string => (id === "l2" ? "Hall 2" : id);

describe("comparison messages", () => {
  it("sum up the result, name the rows compared with and the columns left out", () => {
    expect(summarySentence(OUTCOME, ORIGIN, NOW)).toMatch(
      /^12 added, 3 gone, 40 changed since Nov 20, .+; 4,945 the same$/,
    );
    const none = { ...OUTCOME, added: 0, gone: 0, changed: 0, same: 1 };
    expect(summarySentence(none, ORIGIN, NOW)).toMatch(/^No difference since .+; 1 row the same$/);
    expect(comparedWithSentence(OUTCOME, ORIGIN)).toBe(
      "Compared with the present rows of: view Films; Search: film (as the manifest beside the file says).",
    );
    expect(noteSentences(OUTCOME, ORIGIN)).toEqual(["A note.", "Columns that were not compared: colour."]);
  });

  it("give old and new values; a joined name appears only without its reference", () => {
    const moved = { locationId: { old: "l1", new: "l2" }, locationName: { old: "Hall 1", new: "Hall 2" } };
    expect(differenceText(difference("changed", moved), nameOf, NOW)).toBe("Location l1 → Hall 2");
    const { locationName } = moved;
    expect(differenceText(difference("changed", { locationName }), nameOf, NOW)).toBe(
      "Location Hall 1 → Hall 2",
    );
    const gone = { name: { old: "Alpha", new: null }, weight: { old: 5, new: null } };
    expect(differenceText(difference("gone", gone), nameOf, NOW)).toBe("Weight 5");
    const touched = { updatedAt: { old: "2026-01-01T00:00:00Z", new: "2026-01-02T00:00:00Z" } };
    expect(differenceText(difference("changed", touched), nameOf, NOW)).toBe(
      "Only its time of update changed",
    );
  });
});

describe("the address of a comparison", () => {
  it("keeps filters and drops unknown values", () => {
    expect(readComparisonSearch({ kind: "lost", column: 7, find: 12 })).toEqual({ find: "12" });
    const search = { kind: "changed", column: "weight", find: " a " } as const;
    expect(readComparisonSearch(search)).toEqual(search);
    expect(compileSearch(search)).toEqual({ kinds: ["changed"], columns: ["weight"], search: "a" });
    expect(compileSearch({})).toEqual({});
  });
});
