import { sheetNames, type WorkbookSheet } from "../../../../shared/features/exports/exports.ts";
import { fittingText } from "./xlsx-cells.ts";

const [LABEL_WIDTH, VALUE_WIDTH] = [36, 16];

/** The bytes of a workbook of small tables, a sheet each: texts as texts, never as formulas, numbers as numbers. */
export async function smallWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  // The library of workbooks is nothing that a start should wait for.
  const { writeXlsx } = await import("hucre/xlsx");
  const names = sheetNames(sheets.map(({ name }) => name));
  return writeXlsx({
    sheets: sheets.map(({ columns, rows }, at) => ({
      name: names[at] ?? "Sheet",
      columns: columns.map((_, column) => ({ width: column === 0 ? LABEL_WIDTH : VALUE_WIDTH })),
      rows: [columns, ...rows].map((row) =>
        row.map((value) => (typeof value === "string" ? fittingText(value) : value)),
      ),
      cells: new Map(columns.map((_, column) => [`0,${column}`, { style: { font: { bold: true } } }])),
      freezePane: { rows: 1 },
    })),
  });
}
