import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CSV_DELIMITERS, csvLine } from "../../../../../shared/delivery/export-formats.ts";
import { neutraliseCsvFormula } from "../../../../../shared/base/text/formula.ts";
import { cases } from "../../../../helpers/whole-run.ts";

/** A reader of RFC 4180, independent of the writer. */
function parse(text: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      for (; !",\r\n".includes(text[at] ?? "\n"); at += 1) cell += text[at];
    }
    cells.push(cell);
    if (text[at] !== ",") break;
    at += 1;
  }
  expect(text.slice(at)).toBe("\r\n");
  return cells;
}

/** Cells as a lenient spreadsheet reads them. It accepts quotes only at the beginning of a cell. */
function loosely(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    }
    for (; at < text.length && !`${delimiter}\r\n`.includes(text[at] ?? ""); at += 1) cell += text[at];
    cells.push(cell);
    at += 1;
  }
  return cells;
}

describe("csvLine()", () => {
  it("csvLine() writes null as an empty cell and quotes only if needed", () => {
    expect(csvLine(["a b", null, -1.5, 'say "x"', "a,b", "a\nb"])).toBe(
      'a b,,-1.5,"say ""x""","a,b","a\nb"\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t1",
    "\r1",
    "\n1",
    "＝1+1",
    "＋1",
    "－1",
    "＠A",
    '=HYPERLINK("x")',
  ])("csvLine() stops a spreadsheet from running %j", (text) => {
    expect(parse(csvLine([text]))).toEqual([`'${text}`]);
  });

  it.each([
    ["a;=1+1", "a;'=1+1"],
    ["a,-1", "a,'-1"],
    ["a\t@A", "a\t'@A"],
    ["a|+1", "a|'+1"],
    ["a\n=1", "a\n'=1"],
    ["a\r\n＝1", "a\r\n'＝1"],
    ['a;"=1"', 'a;\'"=1"'],
    ["=1;=2", "'=1;'=2"],
    ["\t=1", "'\t'=1"],
    ["a, -20 °C; b-c", "a, -20 °C; b-c"],
  ])("csvLine() stops a spreadsheet with other delimiters from running %j", (text, wanted) => {
    expect(parse(csvLine([text]))).toEqual([wanted]);
  });

  it("csvLine() adds no apostrophe to a number", () => {
    expect(csvLine([-5, -5.5], { delimiter: ";", decimal: "," })).toBe("-5;-5,5\r\n");
  });

  it("no CSV cell begins like a formula with any delimiter", () => {
    const unit = fc.constantFrom("a", ",", ";", "\t", "|", '"', "\r", "\n", "=", "-", "＠", "'", " ");
    const cells = fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 1, maxLength: 3 });
    const dialects = fc.constantFrom(...CSV_DELIMITERS);
    fc.assert(
      fc.property(cells, dialects, dialects, (row, delimiter, other) => {
        const line = csvLine(row, { delimiter, decimal: "." });
        for (const cell of loosely(line, other)) expect(cell).not.toMatch(/^[=\-＠]/);
      }),
      { numRuns: cases(5_000) },
    );
  });

  it("any text reads back unchanged from a CSV with an RFC 4180 reader", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "grapheme" }).filter((text) => text === neutraliseCsvFormula(text)),
          { minLength: 1 },
        ),
        (cells) => {
          fc.pre(cells.some((cell) => cell !== ""));
          expect(parse(csvLine(cells))).toEqual(cells);
        },
      ),
    );
  });
});
