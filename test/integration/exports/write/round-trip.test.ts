import fs from "node:fs";
import { read, utils } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant } from "../../../../shared/base/time/instant.ts";
import { item, openStore, type TestStore } from "../../../unit/electron/store/support.ts";
import { COLUMNS, exported, pythonCsv, pythonXlsx, type ReadCell } from "./support.ts";
import { cases } from "../../../helpers/whole-run.ts";

const AWKWARD: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'say "hi"' },
  { name: "line\nfeed", status: "two\r\nlines" },
  { name: "tab\tinside", checkedOutToUserId: "\tfirst" },
  { name: "000123", locationId: "007" },
  { name: "=1+1" },
  { name: "+1", checkedOutToUserId: "@SUM(A1)" },
  { name: "-1, two" },
  { name: "'=already" },
  { name: "a;=1+1", checkedOutToUserId: "a,-1|＠b" },
  { name: "＝wide", checkedOutToUserId: "\n=behind a line end" },
  { name: "שלום, עולם", status: "مرحبا" },
  { name: "👩‍👩‍👧 roll 🧻", checkedOutToUserId: "Ünïcödé" },
  { name: " spaces at its ends ", checkedOutToUserId: "" },
  { name: "a,b;c|d", status: '"a,b"' },
  { name: "<b>&amp;</b>", checkedOutToUserId: "_x0041_" },
  { name: "control \u0001\u001f\u007f \u2028", checkedOutToUserId: "carriage\rreturn" },
  { weight: -2.5, startingLength: 1e-7, originalLength: 5e-324, remainingLength: 1.7976931348623157e308 },
  { weight: 0.1 + 0.2, startingLength: 1e21, originalLength: 123_456_789_012_345_680, remainingLength: -0 },
  { weight: 22.5, startingLength: 1e15, originalLength: 45_881_891_246.245, remainingLength: 0.0005 },
  { createdAt: "1066-10-14T09:00:00.000Z", updatedAt: "1899-12-31T23:59:59.999Z" },
  { createdAt: "1900-02-28T00:00:00.000Z", updatedAt: "1900-03-01T00:00:00.000Z" },
  { createdAt: "9999-12-31T23:59:59.999Z", updatedAt: "2026-11-21T10:11:12.123456Z" },
  { checkedOutAt: "1969-12-31T23:59:59.999Z", archivedAt: "2026-02-03T00:00:00+01:00" },
];

/** The stored columns of every row, in the default order of an export. Dates are ISO 8601. */
function stored(store: TestStore): readonly (readonly (string | number | null)[])[] {
  return store.sql("SELECT * FROM items ORDER BY nameSort, id").map((row) =>
    COLUMNS.map((name) => {
      const value = row[name] as string | number | null;
      return typeof value === "number" && name.endsWith("At") ? formatInstant(value) : value;
    }),
  );
}

const neutral = (text: string): string =>
  text.replace(/^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[,;|\t\r\n])(?="*[=+\-@＝＋－＠])/g, "'");

async function expectCsv(
  file: string,
  rows: ReturnType<typeof stored>,
  delimiter = ",",
  decimal = ".",
): Promise<void> {
  const wanted = rows.map((row) =>
    row.map((cell) =>
      cell === null ? "" : typeof cell === "number" ? String(cell).replace(".", decimal) : neutral(cell),
    ),
  );
  expect(await pythonCsv(file, delimiter)).toEqual([COLUMNS, ...wanted]);
}

/** A stored value in the form that a workbook must have. */
function expectCell(cell: ReadCell | undefined, value: string | number | null, isDate: boolean): void {
  if (value === null) return expect(cell).toBeUndefined();
  if (typeof value === "number") return expect(Number(cell?.number)).toBe(value === 0 ? 0 : value);
  const milliseconds = isDate ? Date.parse(value) : Number.NaN;
  if (!(milliseconds >= Date.UTC(1900, 2, 1))) return expect(cell).toEqual({ text: value });
  expect((Number(cell?.number) - 25_569) * 86_400_000).toBeCloseTo(milliseconds, 0);
  expect(cell?.style).toBeGreaterThan(0);
}

async function expectXlsx(file: string, rows: ReturnType<typeof stored>): Promise<void> {
  const sheet = (await pythonXlsx(file))["items"];
  expect(sheet?.rows.length).toBe(rows.length + 1);
  const headings = COLUMNS.map((name) => (name.endsWith("At") ? `${name} (UTC)` : name));
  expect(Object.values(sheet?.rows[0] ?? {}).map(({ text }) => text)).toEqual(headings);
  for (const [at, row] of rows.entries()) {
    for (const [column, value] of row.entries()) {
      const name = COLUMNS[column] ?? "";
      expectCell(sheet?.rows[at + 1]?.["ABCDEFGHIJKLMNO"[column] ?? ""], value, name.endsWith("At"));
    }
  }
}

/** Checks SheetJS's reading: texts and numbers equal the stored values, and no cell is a formula. */
function expectSheetJs(file: string, rows: ReturnType<typeof stored>): void {
  const workbook = read(fs.readFileSync(file), { cellFormula: true, cellNF: true });
  const sheet = workbook.Sheets["items"] ?? {};
  const cells = utils.sheet_to_json<unknown[]>(sheet, {
    header: 1,
    raw: true,
    defval: null,
    blankrows: true,
  });
  expect(cells.length).toBe(rows.length + 1);
  for (const [at, row] of rows.entries()) {
    for (const [column, value] of row.entries()) {
      if (COLUMNS[column]?.endsWith("At")) continue;
      // SheetJS reads an empty text as a missing value, and any line end as a line feed; Python reads the exact
      // text.
      const read = cells[at + 1]?.[column] ?? (value === "" ? "" : null);
      const wanted = typeof value === "string" ? value.replaceAll("\r\n", "\n") : value === 0 ? 0 : value;
      expect([COLUMNS[column], read]).toEqual([COLUMNS[column], wanted]);
    }
  }
  for (const cell of Object.values(sheet)) expect((cell as { f?: string }).f).toBeUndefined();
}

async function expectRoundTrips(store: TestStore): Promise<void> {
  const rows = stored(store);
  await expectCsv(await exported(store.file, { format: "csv" }), rows);
  const dialect = { delimiter: ";", decimal: "," } as const;
  await expectCsv(await exported(store.file, { format: "csv", dialect }), rows, ";", ",");
  const workbook = await exported(store.file, { format: "xlsx" });
  await expectXlsx(workbook, rows);
  expectSheetJs(workbook, rows);
  const objects = rows.map((row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]])));
  const lines = fs.readFileSync(await exported(store.file, { format: "ndjson", wholeRecord: false }), "utf8");
  expect(lines).toBe(objects.map((object) => `${JSON.stringify(object)}\n`).join(""));
  const json = await exported(store.file, { format: "json", wholeRecord: false });
  expect(JSON.parse(fs.readFileSync(json, "utf8"))).toMatchObject({
    header: { kind: "stockdeck-export", rows: rows.length, resource: "items" },
    rows: JSON.parse(JSON.stringify(objects)) as unknown,
  });
}

const AWKWARD_UNITS = [
  "a",
  ",",
  ";",
  '"',
  "\r",
  "\n",
  "\r\n",
  "=",
  "-",
  "@",
  "\t",
  "'",
  "é",
  "🧻",
  "_x0041_",
  "<",
  "&",
];
const awkwardText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...AWKWARD_UNITS), maxLength: 8 }),
);
const randomItem = fc.record({
  name: awkwardText,
  status: fc.oneof(fc.constantFrom("available", "archived"), awkwardText),
  checkedOutToUserId: fc.option(awkwardText),
  locationId: fc.option(awkwardText),
  weight: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  startingLength: fc.option(fc.integer().map((whole) => whole / 1_000)),
  originalLength: fc.option(fc.maxSafeInteger()),
  createdAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(8.6e12) })
    .map((date) => date.toISOString()),
  checkedOutAt: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 999_999 }))
      .map(
        ([year, micro]) =>
          `${String(year).padStart(4, "0")}-05-06T07:08:09.${String(micro).padStart(6, "0")}Z`,
      ),
  ),
});

describe("exported files in other programs' readers", () => {
  it("other programs read difficult texts, numbers and dates back exactly", async () => {
    const store = await openStore();
    store.list(
      "items",
      AWKWARD.map((fields, at) => item(`item-${at}`, fields)),
    );
    // A name from the service cannot be this long, but a cell of Excel can be.
    store.sql("UPDATE items SET name = ? WHERE id = 'item-3'", `${"x,".repeat(16_383)}x`);
    expect(stored(store).length).toBe(AWKWARD.length);
    await expectRoundTrips(store);
  });

  it("other programs read random rows back exactly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomItem, { minLength: 1, maxLength: 60 }), async (items) => {
        const store = await openStore();
        store.list(
          "items",
          items.map((fields, at) => item(`item-${at}`, fields)),
        );
        expect(stored(store).length).toBe(items.length);
        await expectRoundTrips(store);
      }),
      { numRuns: cases(12) },
    );
  });
});
