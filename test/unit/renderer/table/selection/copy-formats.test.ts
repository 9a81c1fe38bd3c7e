import XLSX from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { smallTable } from "../../../../../electron/delivery/file-import/small-table.ts";
import {
  htmlTable,
  tabSeparated,
  COPY_FORMATS,
  readLines,
  type CopyFormat,
} from "../../../../../renderer/table/selection/copy-formats.ts";
import { columnsOf } from "../../../../../renderer/table/columns/column-layout.ts";
import { setLocale } from "../../../../../shared/base/text/locale.ts";
import type { Row } from "../../../../../shared/query/query-calls.ts";
import { succeed } from "../../../../../shared/base/errors.ts";
import { EVERYTHING } from "../../../../../shared/query/query.ts";

const columns = columnsOf("items").filter(({ id }) => ["name", "locationId", "weight"].includes(id));
const ROWS: readonly Row[] = [
  { id: "i-1", name: "Film | 20 \\ <b>\tµm\nA", locationId: "l-1", locationName: "Hall 1", weight: 12.5 },
  { id: "i-2", name: "=SUM(A1)", locationId: "l-9", locationName: null, weight: null },
];

function written(format: CopyFormat): string {
  return format.text(
    columns,
    ROWS.map((row) => format.line(columns, row)),
  );
}

describe("copied rows", () => {
  it("the tab format copies rows with or without column names", () => {
    expect(written(COPY_FORMATS.tabs)).toBe('"Film | 20 \\ <b>\tµm\nA"\tHall 1\t12.5\n\'=SUM(A1)\tl-9\t');
    expect(written(COPY_FORMATS.tabsWithHeader).split("\n")[0]).toBe("Name\tLocation\tWeight");
  });

  it("copied numbers use the locale's decimal sign, except in JSON", () => {
    setLocale("de");
    onTestFinished(() => setLocale(undefined));
    expect(written(COPY_FORMATS.tabs)).toContain("\t12,5\n");
    expect(written(COPY_FORMATS.table)).toContain("\t12,5\n");
    expect(written(COPY_FORMATS.json)).toContain('"weight":12.5');
  });

  it("rows are copied as a Markdown table with escaped pipes", () => {
    expect(written(COPY_FORMATS.markdown).split("\n")).toEqual([
      "| Name | Location | Weight |",
      "| --- | --- | --: |",
      "| Film \\| 20 \\\\ <b> µm A | Hall 1 | 12.5 |",
      "| '=SUM(A1) | l-9 |  |",
    ]);
  });

  it("rows are copied as JSON with the API's names and types", () => {
    expect(JSON.parse(written(COPY_FORMATS.json))).toEqual([
      { name: ROWS[0]?.["name"], locationId: "l-1", locationName: "Hall 1", weight: 12.5 },
      { name: "=SUM(A1)", locationId: "l-9", locationName: null, weight: null },
    ]);
  });

  it("rows are copied as an escaped HTML table and as plain text", () => {
    const lines = ROWS.map((row) => COPY_FORMATS.table.line(columns, row));
    expect(COPY_FORMATS.table.html(columns, lines)).toBe(
      "<table><thead><tr><th>Name</th><th>Location</th><th>Weight</th></tr></thead><tbody>"
        + '<tr><td>Film | 20 \\ &lt;b&gt;\tµm<br style="mso-data-placement:same-cell">A</td><td>Hall 1</td><td>12.5</td></tr>'
        + "<tr><td>'=SUM(A1)</td><td>l-9</td><td></td></tr></tbody></table>",
    );
    expect(written(COPY_FORMATS.table)).toBe(written(COPY_FORMATS.tabsWithHeader));
  });

  it("rows are copied as their ids", () => {
    expect(written(COPY_FORMATS.ids)).toBe("i-1\ni-2");
  });

  it.each([
    ['"quoted"', '"""quoted"""'],
    ['2" pipe', '"2"" pipe"'],
    ['"', '""""'],
    ["a\tb", '"a\tb"'],
    ["a\r\nb\rc\nd", '"a\nb\nc\nd"'],
    ["plain; text, with 'signs'", "plain; text, with 'signs'"],
  ])("a copied cell is quoted as Excel quotes it: %j", (name, cell) => {
    const line = COPY_FORMATS.tabs.line(columns, { id: "i", name, locationId: null, weight: 1 });
    expect(line).toBe(`${cell}\t\t1`);
  });

  it("a spreadsheet reads each copied cell as one cell, from text or HTML", async () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', "\t", "\n", "a", "b", "<", "&", ";", ",", "Ł"),
      minLength: 1,
      maxLength: 6,
    });
    const plain = cell.filter((text) => text.trim() === text && text !== "");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plain, plain), { minLength: 1, maxLength: 4 }), async (rows) => {
        const text = [["one", "two"], ...rows].map(tabSeparated).join("\n");
        expect((await smallTable(Buffer.from(text), 10)).rows).toEqual(rows);
        const sheets = XLSX.read(htmlTable(["one", "two"], rows), { type: "string", raw: true }).Sheets;
        const [sheet] = Object.values(sheets);
        expect(sheet?.["!ref"]).toBe(`A1:B${rows.length + 1}`);
      }),
    );
  });
});

const nameColumn = columnsOf("items").filter(({ id }) => id === "name");

/** A store of `total` rows. Each call returns the next revision. */
function store(total: number, revisions: readonly number[], name = (at: number): string => `Roll ${at}`) {
  const calls = { windows: 0 };
  let asked = 0;
  const revision = (): number => revisions[Math.min(asked++, revisions.length - 1)] ?? 0;
  const copy = {
    connectionId: "p",
    host: {
      queryCount: () => Promise.resolve(succeed({ total, all: total, revision: revision() })),
      queryPage: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
        calls.windows += 1;
        const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
          name: name(offset + at),
        }));
        return Promise.resolve(succeed({ rows, offset, total, all: total, revision: revision() }));
      },
    },
  };
  return { copy, calls };
}

describe("the lines of a copy", () => {
  it("a copy has every row in order, even across pages", async () => {
    const { copy, calls } = store(1_200, [1]);
    const lines = await readLines(copy, "items", nameColumn, EVERYTHING, COPY_FORMATS.tabs);
    expect(lines).toEqual(Array.from({ length: 1_200 }, (_, at) => `Roll ${at}`));
    expect(calls.windows).toBe(3);
  });

  it("a copy is repeated if the rows change during the copy", async () => {
    const { copy, calls } = store(800, [1, 1, 2, 2, 2, 2]);
    expect(await readLines(copy, "items", nameColumn, EVERYTHING, COPY_FORMATS.tabs)).toHaveLength(800);
    expect(calls.windows).toBe(4);
    const restless = store(
      800,
      Array.from({ length: 50 }, (_, at) => at),
    );
    await expect(
      readLines(restless.copy, "items", nameColumn, EVERYTHING, COPY_FORMATS.tabs),
    ).rejects.toThrow("keep changing");
  });

  it("a copy that is empty or too long is refused", async () => {
    const { copy, calls } = store(1_000_000, [1], () => "x".repeat(100));
    await expect(readLines(copy, "items", nameColumn, EVERYTHING, COPY_FORMATS.tabs)).rejects.toThrow(
      "at most 10,000,000 characters",
    );
    expect(calls.windows).toBe(1);
    const none = store(0, [1]);
    await expect(readLines(none.copy, "items", nameColumn, EVERYTHING, COPY_FORMATS.tabs)).rejects.toThrow(
      "none of these rows",
    );
  });
});
