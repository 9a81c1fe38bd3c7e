import { describe, expect, it } from "vitest";
import { guessCountMapping, readCountSheet } from "../../../../../renderer/features/counts/count-sheet.ts";

const table = (columns: string[], ...rows: (string | null)[][]) => ({
  columns,
  rows,
  lines: rows.map((_, at) => at + 2),
});
const read = (columns: string[], ...rows: (string | null)[][]) => {
  const sheet = readCountSheet(table(columns, ...rows), guessCountMapping(columns));
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  return {
    entries: sheet.entries.map(({ text, length, weight }) => [text, length, weight]),
    notFound: ids(sheet.notFound),
    unclear: sheet.unclear.map(({ id, name }) => [id, name]),
    invalid: ids(sheet.invalid),
    unreadable: sheet.unreadable.map(({ row }) => row),
    empty: sheet.empty.map(({ row }) => row),
  };
};

describe("readCountSheet()", () => {
  it("each row of a count sheet counts one item with its measurements", () => {
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
      unclear: [],
      invalid: [],
      unreadable: [],
      empty: [],
    });
  });
  it("a row of a count sheet that is marked as not found is left out", () => {
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
  it("a row without an item or with an unreadable amount is listed, but not counted", () => {
    expect(read(["Item", "Length"], ["", "1"], ["a", "long"], ["b", "2"])).toEqual({
      entries: [["b", 2, null]],
      notFound: [],
      unclear: [],
      invalid: ["a"],
      unreadable: [],
      empty: [2],
    });
  });
  it("a row with an unknown answer is listed, but not counted", () => {
    const rows = [
      ["a", "ONWAAR"],
      ["b", "pas sûr"],
      ["c", "WAHR"],
      ["d", "12.05."],
    ];
    const { entries, notFound, unclear } = read(["id", "found"], ...rows);
    expect([entries.map(([text]) => text), notFound, unclear]).toEqual([
      ["c"],
      ["a"],
      [
        ["b", "pas sûr"],
        ["d", "12.05."],
      ],
    ]);
  });
  it.each(["gefunden", "Trouvé", "ENCONTRADO", "aanwezig", "znaleziono"])(
    "the column named %s contains the answers",
    (heading) => {
      const { entries, notFound } = read(["id", heading], ["a", "FALSCH"], ["b", "ja"]);
      expect([entries.map(([text]) => text), notFound]).toEqual([["b"], ["a"]]);
    },
  );
  it("a row with an unreadable cell is not counted", () => {
    const columns = ["id", "found", "length", "remark"];
    const { entries, unreadable } = read(
      columns,
      ["a", "yes", null, ""],
      ["b", null, "1", ""],
      [null, "yes", "1", ""],
      ["d", "yes", "1", null],
    );
    expect([entries, unreadable]).toEqual([[["d", 1, null]], [2, 3, 4]]);
  });
});
