import { describe, expect, it } from "vitest";
import { guessCountMapping, readCountSheet } from "../../../../../renderer/features/counts/count-sheet.ts";

const table = (columns: string[], ...rows: string[][]) => ({
  columns,
  rows,
  lines: rows.map((_, at) => at + 2),
});
const read = (columns: string[], ...rows: string[][]) => {
  const sheet = readCountSheet(table(columns, ...rows), guessCountMapping(columns));
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  return {
    entries: sheet.entries.map(({ text, length, weight }) => [text, length, weight]),
    notFound: ids(sheet.notFound),
    invalid: ids(sheet.invalid),
    empty: sheet.empty.map(({ row }) => row),
  };
};

describe("readCountSheet", () => {
  it("each row counts one item with its measured amounts", () => {
    expect(
      read(
        ["Id", "Measured length", "Measured weight"],
        ["i-1", "1,5", ""],
        ["Roll 2", "", "20"],
        ["i-3", "", ""],
      ),
    ).toEqual({
      entries: [
        ["i-1", 1.5, null],
        ["Roll 2", null, 20],
        ["i-3", null, null],
      ],
      notFound: [],
      invalid: [],
      empty: [],
    });
  });
  it("a row that says no in the column of found items is left out, and so is one that says nothing", () => {
    const { entries, notFound } = read(
      ["Item", "Found"],
      ["a", "yes"],
      ["b", "No"],
      ["c", ""],
      ["d", "x"],
      ["e", "0"],
    );
    expect([entries.map(([text]) => text), notFound]).toEqual([
      ["a", "d"],
      ["b", "c", "e"],
    ]);
  });
  it("rows without an item or with an unreadable amount are named", () => {
    expect(read(["Item", "Length"], ["", "1"], ["a", "long"], ["b", "2"])).toEqual({
      entries: [["b", 2, null]],
      notFound: [],
      invalid: ["a"],
      empty: [2],
    });
  });
});
