import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../../../../shared/exports/csv.ts";

/** A reader of RFC 4180, written apart from the writer. */
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

describe("csvLine", () => {
  it("writes null as empty and numbers as they are, and quotes only where needed", () => {
    expect(csvLine(["a b", null, -1.5, 'say "x"', "a,b", "a\nb"])).toBe(
      'a b,,-1.5,"say ""x""","a,b","a\nb"\r\n',
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x","y")'])(
    "keeps a spreadsheet from running %j",
    (text) => {
      expect(parse(csvLine([text]))).toEqual([`'${text}`]);
    },
  );

  it("round-trips any texts through a reader of RFC 4180", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "grapheme" }).filter((text) => !/^[=+\-@\t\r]/.test(text)),
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
