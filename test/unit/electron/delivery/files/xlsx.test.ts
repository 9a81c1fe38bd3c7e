import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { smallWorkbook } from "../../../../../electron/features/exports/export-handlers.ts";
import { stageFile } from "../../../../../electron/delivery/files/staged-file.ts";
import { xlsxStream, type XlsxContent } from "../../../../../electron/delivery/files/xlsx.ts";
import { pythonXlsx, type ReadSheet } from "../../../../integration/exports/write/support.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const COLUMNS = [
  { name: "id", kind: "text", sql: "" },
  { name: "status", kind: "enum", sql: "" },
  { name: "updatedAt", kind: "date", sql: "" },
] as const;

async function sheetsOf(content: Partial<XlsxContent>): Promise<Readonly<Record<string, ReadSheet>>> {
  const file = path.join(await temporaryFolder(), "out.xlsx");
  const whole = { name: "items", columns: COLUMNS, total: 0, rows: [], facts: [], ...content };
  await (
    await stageFile(
      file,
      xlsxStream(whole, async () => {}),
    )
  ).commit();
  expect(fs.statSync(file).size).toBeGreaterThan(1_000);
  return pythonXlsx(file);
}

const rows = Array.from({ length: 7 }, (_, at) => [`id-${at}`, "available", "2026-01-02T03:04:05.678Z"]);

describe("an exported workbook", () => {
  it("a workbook continues on another sheet when a sheet is full", async () => {
    const sheets = await sheetsOf({ total: 7, rows, sheetRows: 4 });
    expect(Object.keys(sheets)).toEqual(["items", "items 2", "items 3", "About this export"]);
    const data = Object.values(sheets).slice(0, 3);
    expect(data.map((sheet) => sheet.rows.map((row) => row["A"]?.text))).toEqual([
      ["id", "id-0", "id-1", "id-2"],
      ["id", "id-3", "id-4", "id-5"],
      ["id", "id-6"],
    ]);
    expect(data.map(({ filter }) => filter)).toEqual(["A1:C4", "A1:C4", "A1:C2"]);
    expect(data.map(({ coloured }) => new Set(coloured))).toEqual(
      ["B2:B4", "B2:B4", "B2"].map((range) => new Set([range === "B2" ? "B2:B2" : range])),
    );
    for (const sheet of data) expect([sheet.frozen, sheet.widths]).toEqual(["1", 3]);
  });

  it("an amount has its currency's number format if the currency is known", async () => {
    const columns = [
      { name: "id", kind: "text" },
      { name: "value", kind: "number", currencyAt: 2 },
    ] as const;
    const amounts = [
      ["a", 12.5, "EUR"],
      ["b", 1200, "JPY"],
      ["c", 1.125, "KWD"],
      ["d", 3, 'BU"CKS'],
      ["e", 4, "GBP"],
      ["f", null, null],
    ] as const;
    const currencies = ["EUR", "JPY", "KWD", 'BU"CKS'];
    const { items } = await sheetsOf({ columns, total: 6, rows: amounts, currencies });
    expect(items?.rows.slice(1).map(({ B }) => (B ? [B.number, B.format] : null))).toEqual([
      ["12.5", '#,##0.00 "EUR"'],
      ["1200", '#,##0 "JPY"'],
      ["1.125", '#,##0.000 "KWD"'],
      ["3", '#,##0.00 "BUCKS"'],
      ["4", null],
      null,
    ]);
    expect(items?.rows.every((row) => row["C"] === undefined)).toBe(true);
  });

  it("an amount in a small workbook has its currency's number format", async () => {
    const file = path.join(await temporaryFolder(), "small.xlsx");
    const rows = [["Rolls", { amount: 12.5, currency: "EUR" }, 3]];
    fs.writeFileSync(file, await smallWorkbook([{ name: "Value", columns: ["a", "b", "c"], rows }]));
    const { Value } = await pythonXlsx(file);
    expect(Object.values(Value?.rows[1] ?? {})).toMatchObject([
      { text: "Rolls" },
      { number: "12.5", format: '#,##0.00 "EUR"' },
      { number: "3", format: null },
    ]);
  });

  it("a workbook without rows has a header, and its last sheet says 0 rows", async () => {
    const sheets = await sheetsOf({
      facts: [
        ["Number of rows", "0"],
        ["Rows", "=1+1"],
      ],
    });
    expect(sheets["items"]?.rows.map((row) => Object.values(row).map(({ text }) => text))).toEqual([
      ["id", "status", "updatedAt (UTC)"],
    ]);
    expect(sheets["About this export"]?.rows).toEqual([
      { A: { text: "Number of rows" }, B: { text: "0" } },
      { A: { text: "Rows" }, B: { text: "=1+1" } },
    ]);
  });

  it("a workbook keeps a text of 32,767 characters and shortens a longer text", async () => {
    const fits = "x".repeat(32_767);
    const sheets = await sheetsOf({
      total: 2,
      rows: [
        [fits, null, null],
        [`${fits}🧻`.repeat(2), null, null],
      ],
    });
    const [, first, second] = sheets["items"]?.rows ?? [];
    expect(first?.["A"]?.text).toBe(fits);
    const cut = second?.["A"]?.text ?? "";
    expect(cut.length).toBeLessThanOrEqual(32_767);
    expect(cut).toMatch(
      /^x{32000,} … \[cut: a cell of Excel holds 32,767 characters; CSV and JSON have the whole text\]$/,
    );
  });
});
