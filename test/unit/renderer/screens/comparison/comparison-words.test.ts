import { describe, expect, it } from "vitest";
import {
  compileSearch,
  readComparisonSearch,
} from "../../../../../renderer/screens/comparison/comparison-search.ts";
import {
  comparedWithWords,
  differenceWords,
  noteWords,
  summaryWords,
} from "../../../../../renderer/screens/comparison/comparison-words.ts";
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

describe("the words of a comparison", () => {
  it("sum it up, say with what it was compared, and name what was not", () => {
    expect(summaryWords(OUTCOME, ORIGIN, NOW)).toMatch(
      /^12 added, 3 gone, 40 changed since Nov 20, .+; 4,945 the same$/,
    );
    const none = { ...OUTCOME, added: 0, gone: 0, changed: 0, same: 1 };
    expect(summaryWords(none, ORIGIN, NOW)).toMatch(/^No difference since .+; 1 row the same$/);
    expect(comparedWithWords(OUTCOME, ORIGIN)).toBe(
      "Compared with the present rows of: view Films; Search: film (as the manifest beside the file says).",
    );
    expect(noteWords(OUTCOME, ORIGIN)).toEqual(["A note.", "Columns that were not compared: colour."]);
  });

  it("say of a row what it was and is; a joined name speaks where its reference does not", () => {
    const moved = { locationId: { old: "l1", new: "l2" }, locationName: { old: "Hall 1", new: "Hall 2" } };
    expect(differenceWords(difference("changed", moved), nameOf, NOW)).toBe("Location l1 → Hall 2");
    const { locationName } = moved;
    expect(differenceWords(difference("changed", { locationName }), nameOf, NOW)).toBe(
      "Location Hall 1 → Hall 2",
    );
    const gone = { name: { old: "Alpha", new: null }, weight: { old: 5, new: null } };
    expect(differenceWords(difference("gone", gone), nameOf, NOW)).toBe("Weight 5");
    const touched = { updatedAt: { old: "2026-01-01T00:00:00Z", new: "2026-01-02T00:00:00Z" } };
    expect(differenceWords(difference("changed", touched), nameOf, NOW)).toBe(
      "Only its time of update changed",
    );
  });
});

describe("the address of a comparison", () => {
  it("keeps what restricts, and nothing that makes no sense", () => {
    expect(readComparisonSearch({ kind: "lost", column: 7, find: 12 })).toEqual({ find: "12" });
    const search = { kind: "changed", column: "weight", find: " a " } as const;
    expect(readComparisonSearch(search)).toEqual(search);
    expect(compileSearch(search)).toEqual({ kinds: ["changed"], columns: ["weight"], search: "a" });
    expect(compileSearch({})).toEqual({});
  });
});
