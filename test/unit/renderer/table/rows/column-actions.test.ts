import { describe, expect, it } from "vitest";
import { nextSorting } from "../../../../../renderer/table/rows/column-actions.ts";

const up = (id: string) => ({ id, desc: false });
const down = (id: string) => ({ id, desc: true });

describe("a click on a heading", () => {
  it("clicks on a heading sort ascending, then descending, then not at all", () => {
    expect(nextSorting([], "a", false)).toEqual([up("a")]);
    expect(nextSorting([up("a")], "a", false)).toEqual([down("a")]);
    expect(nextSorting([down("a")], "a", false)).toEqual([]);
  });

  it("a click on a heading replaces the old sort order", () => {
    expect(nextSorting([down("a")], "b", false)).toEqual([up("b")]);
    expect(nextSorting([up("a"), up("b")], "a", false)).toEqual([down("a")]);
    expect(nextSorting([down("a"), up("b")], "a", false)).toEqual([up("a")]);
  });

  it("Shift+click adds a column to the sort order, then reverses and removes it", () => {
    expect(nextSorting([down("a")], "b", true)).toEqual([down("a"), up("b")]);
    expect(nextSorting([up("a"), up("b")], "a", true)).toEqual([down("a"), up("b")]);
    expect(nextSorting([down("a"), up("b")], "a", true)).toEqual([up("b")]);
  });

  it("the sort order keeps only the last eight columns", () => {
    const eight = ["a", "b", "c", "d", "e", "f", "g", "h"].map(up);
    expect(
      nextSorting(eight, "i", true)
        .map(({ id }) => id)
        .join(""),
    ).toBe("bcdefghi");
  });
});
