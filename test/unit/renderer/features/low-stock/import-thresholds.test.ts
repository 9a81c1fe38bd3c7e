import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  guessThresholdMapping,
  previewThresholds,
} from "../../../../../renderer/features/low-stock/import-thresholds.ts";
import type { Thresholds } from "../../../../../shared/inventory/stock.ts";

describe("guessThresholdMapping()", () => {
  it.each([
    [["id", "name", "lowStockBelow", "lowStockMeasure"], { type: 0, below: 2, measure: 3 }],
    [["Name", "Low below", "Low measured in"], { type: 0, below: 1, measure: 2 }],
    [["Threshold", "Material type"], { type: 1, below: 0, measure: null }],
    [["a", "b"], { type: null, below: null, measure: null }],
    [["Materialart", "Mindestbestand", "Gemessen in"], { type: 0, below: 1, measure: 2 }],
    [["Mínimo", "Tipo de material", "Medida"], { type: 1, below: 0, measure: 2 }],
    [["Type de matériau", "Seuil", "Mesure en"], { type: 0, below: 1, measure: 2 }],
    [["Estoque mínimo", "Tipo de material", "Medido em"], { type: 1, below: 0, measure: 2 }],
  ])("guessThresholdMapping() reads the column names %j", (columns, wanted) => {
    expect(guessThresholdMapping(columns)).toEqual(wanted);
  });
});

const TYPES = [
  { id: "t-1", name: "Foil" },
  { id: "t-2", name: "Film" },
  { id: "t-3", name: "Film" },
  { id: "t-4", name: "t-1" },
  { id: "__proto__", name: "Odd" },
];
const MAPPING = { type: 0, below: 1, measure: 2 };
const table = (...rows: (string | null)[][]) => ({
  columns: ["type", "below", "measure"],
  rows,
  lines: rows.map((_, at) => at + 2),
});
const items = (below: number) => ({ measure: "items", below }) as const;

describe("previewThresholds()", () => {
  it("a row with an unreadable cell sets no threshold", () => {
    const rows = table(["t-1", "4", null], ["t-2", null, "items"], ["t-3", "2", "items"]);
    const { added, unreadable } = previewThresholds(rows, MAPPING, "items", TYPES, {});
    expect([added.map(({ row }) => row), unreadable.map(({ row }) => row)]).toEqual([[4], [2, 3]]);
  });
  it("a threshold preview separates new, changed and unchanged thresholds", () => {
    const before = { "t-1": items(5), "t-2": items(4), "t-3": items(3) };
    const rows = table(
      ["Foil", "6", ""],
      ["t-2", "4", ""],
      ["t-3", "3", "Length"],
      ["__proto__", "2,5", "WEIGHT"],
    );
    const found = previewThresholds(rows, MAPPING, "items", TYPES, before);
    expect(found).toMatchObject({
      same: 1,
      empty: [],
      unknown: [],
      ambiguous: [],
      duplicate: [],
      invalid: [],
    });
    expect(found.added).toEqual([{ row: 5, type: TYPES[4], threshold: { measure: "weight", below: 2.5 } }]);
    expect(found.changed).toEqual([
      { row: 2, type: TYPES[0], threshold: items(6) },
      { row: 4, type: TYPES[2], threshold: { measure: "length", below: 3 } },
    ]);
    // If there is no column of measures, the chosen measure applies to all rows.
    const ofWeight = previewThresholds(rows, { ...MAPPING, measure: null }, "weight", TYPES, {});
    expect(new Set(ofWeight.added.map(({ threshold }) => threshold.measure))).toEqual(new Set(["weight"]));
  });

  it("a threshold preview lists empty, unknown, ambiguous, repeated and unreadable rows", () => {
    const rows = table(
      ["", "5", ""],
      ["Foil", "", ""],
      ["Paper", "5", ""],
      ["foil", "5", ""],
      ["Film", "5", ""],
      ["t-1", "many", ""],
      ["t-1", "0", ""],
      ["t-1", "5", "miles"],
      ["t-1", "5", ""],
      ["Foil", "6", ""],
    );
    const found = previewThresholds(rows, MAPPING, "items", TYPES, {});
    expect(found.empty.map(({ row }) => row)).toEqual([2, 3]);
    expect(found.unknown.map(({ row }) => row)).toEqual([4, 5]);
    expect(found.ambiguous).toEqual([{ row: 6, id: "Film", name: "5" }]);
    expect(found.invalid.map(({ row }) => row)).toEqual([7, 8, 9]);
    // An id takes precedence over a name, and the first readable row is used.
    expect(found.added).toEqual([{ row: 10, type: TYPES[0], threshold: items(5) }]);
    expect(found.duplicate).toEqual([{ row: 11, id: "Foil", name: "6" }]);
  });

  it("a threshold preview lists every row and finds no change after saving", () => {
    const type = fc.constantFrom("", "t-1", "Foil", "Film", "t-2", "Odd", "Paper");
    const below = fc.constantFrom("", "1", "2,5", "1.500", "x");
    const measure = fc.constantFrom("", "items", "length", "x");
    fc.assert(
      fc.property(fc.array(fc.tuple(type, below, measure), { maxLength: 12 }), (rows) => {
        const preview = (before: Thresholds) =>
          previewThresholds(table(...rows), MAPPING, "items", TYPES, before);
        const { added, changed, same, ...problems } = preview({});
        const listed = Object.values(problems).reduce((sum, { length }) => sum + length, 0);
        expect(added.length + changed.length + same + listed).toBe(rows.length);
        const saved = Object.fromEntries(added.map(({ type: { id }, threshold }) => [id, threshold]));
        expect(preview(saved)).toMatchObject({ added: [], changed: [], same: added.length });
      }),
    );
  });
});
