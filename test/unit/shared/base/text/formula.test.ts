import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  neutraliseCsvFormula,
  neutraliseFormula,
  plainCsvText,
} from "../../../../../shared/base/text/formula.ts";
import { cases } from "../../../../helpers/whole-run.ts";

const unit = fc.constantFrom("a", ",", ";", "\t", "|", '"', "\r", "\n", "=", "-", "＝", "＠", "'", " ");
const text = fc.oneof(fc.string({ unit, maxLength: 10 }), fc.string({ unit: "grapheme" }));

describe("a text in a CSV", () => {
  it("CSV text reads back unchanged", () => {
    fc.assert(
      fc.property(text, (cell) => {
        expect(plainCsvText(neutraliseCsvFormula(cell))).toBe(plainCsvText(cell));
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("CSV text without an apostrophe reads back exactly", () => {
    fc.assert(
      fc.property(text, (cell) => {
        fc.pre(!cell.includes("'"));
        expect(plainCsvText(neutraliseCsvFormula(cell))).toBe(cell);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("escaping hostile CSV text takes time proportional to its length", () => {
    for (const hostile of [",", '"', ',"', ",'", ",'\"="]) {
      // If the time grew with the square of this length, it would exceed the limit of a test.
      const long = hostile.repeat(1_000_000);
      expect(plainCsvText(neutraliseCsvFormula(long))).toBe(plainCsvText(long));
    }
  });
});

describe("a text on the clipboard", () => {
  it.each(["=1", "+1", "-1", "@A", "\t1", "\r1", "\n1", "＝1", "＋1", "－1", "＠A"])(
    "copied text gets an apostrophe if it starts like a formula: %j",
    (cell) => {
      expect(neutraliseFormula(cell)).toBe(`'${cell}`);
    },
  );

  it("copied text keeps a formula after a semicolon", () => {
    expect(neutraliseFormula("a;=1")).toBe("a;=1");
  });
});
