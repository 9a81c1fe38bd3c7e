import { describe, expect, test } from "vitest";
import { printedCell } from "../../../../../renderer/table/print/sheets.tsx";
import { columnsOf, type ColumnSpec } from "../../../../../renderer/table/columns/column-layout.ts";

const column = (id: string): ColumnSpec => {
  const found = columnsOf("items").find((spec) => spec.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const ROW = {
  id: "i-1",
  name: "Film",
  status: "checked_out",
  locationId: "loc-1",
  locationName: "Hall 2",
  materialTypeId: "type-9",
  materialTypeName: null,
  weight: 1_234.5,
  checkedOutAt: "2026-01-02T12:00:00.000Z",
  weightSource: "",
};

describe("printedCell()", () => {
  test.each([
    ["name", "Film"],
    ["status", "Checked out"],
    ["locationId", "Hall 2"],
    ["locationId:id", "loc-1"],
    ["materialTypeId", "type-9"],
    ["remainingLength", "–"],
    ["weightSource", "–"],
  ])("the printed cell of %s contains %s", (id, text) => {
    expect(printedCell(column(id), ROW, 0)).toBe(text);
  });

  test("a printed date keeps its year", () => {
    expect(printedCell(column("checkedOutAt"), ROW, 0)).toContain("2026");
  });

  test("a printed column's decimal points are aligned", () => {
    expect(printedCell(column("weight"), ROW, 2)).toBe("1,234.5\u2007");
  });
});
