import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../../../../../shared/delivery/export-formats.ts";
import { isPlainCsv } from "../../../../../electron/delivery/files/plain-csv.ts";

const columns = [true, true, false, true].map((isText, at) => ({ isText, quoted: at === 1 }));

/**
 * The lines that SQL joins without reading the cells. Only cells of the second column with a comma are put between
 * quotes.
 */
function joined(rows: readonly (readonly (string | null)[])[]): Buffer {
  const line = (cells: readonly (string | null)[]): string =>
    cells.map((cell, at) => (at === 1 && cell?.includes(",") ? `"${cell}"` : (cell ?? ""))).join(",");
  return Buffer.from(rows.map((cells) => `${line(cells)}\r\n`).join(""));
}

const plain = (rows: readonly (readonly (string | null)[])[]): boolean =>
  isPlainCsv(joined(rows), {
    rows: rows.length,
    quotedCells: rows.filter((cells) => cells[1]?.includes(",")).length,
    columns,
    delimiter: ",",
  });

/** Texts of the cells. The third column has numbers, which are never quoted and may begin with a hyphen. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "a",
      "b",
      ",",
      '"',
      "\r",
      "\n",
      "\r\n",
      "=",
      "+",
      "-",
      "@",
      "\t",
      "'",
      " ",
      "é",
      ";",
      "|",
      "＝",
      "（",
    ),
    maxLength: 5,
  }),
  fc.constantFrom(null, "", "name", "a,b"),
);
const row = fc.tuple(text, text, fc.constantFrom(null, "-1.5", "3"), text);

describe("isPlainCsv", () => {
  it("isPlainCsv accepts lines only if csvLine would write the same bytes", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        if (!plain(rows)) return;
        taken += 1;
        const careful = rows
          .map((cells) => csvLine(cells.map((cell, at) => (at === 2 && cell !== null ? Number(cell) : cell))))
          .join("");
        expect(joined(rows).toString()).toBe(careful);
      }),
      { numRuns: 40_000 },
    );
    expect(taken).toBeGreaterThan(1_000);
  });

  it("isPlainCsv accepts ordinary lines, so that few exports take the slow path", () => {
    expect(plain([])).toBe(true);
    expect(
      plain([
        ["id", "Film 20 µm, clear", "-2.5", null],
        ["id-2", "plain's", null, "x - y = z;"],
        ["id-3", "a, - b; c", null, "（wide）"],
      ]),
    ).toBe(true);
  });

  it.each([
    [["=1", "a", null, ""]],
    [["a", "=1,2", null, ""]],
    [["a", "1,=2", null, ""]],
    [["a", "b;-2", null, ""]],
    [["a|@b", "c", null, ""]],
    [["a", "b", null, "＝1"]],
    [["a", 'b"c', null, ""]],
    [["a,b", "c", null, ""]],
    [["a", "b", null, "c\nd"]],
    [['""', "b", null, ""]],
    [[',"', '"', null, ""]],
    [['"a,b"', "b", null, ""]],
    [["a", '"b"', null, ""]],
    [["a", "b, c\r\n", null, "d"]],
    [["a", "b", null, "-x"]],
    [["a", "b\r\nc,,", null, ""]],
  ])("isPlainCsv rejects %j", (cells) => {
    expect(plain([cells])).toBe(false);
  });

  it("isPlainCsv rejects an empty line because most readers do not read it as a row", () => {
    expect(
      isPlainCsv(Buffer.from("\r\n"), {
        rows: 1,
        quotedCells: 0,
        columns: columns.slice(0, 1),
        delimiter: ",",
      }),
    ).toBe(false);
  });
});
