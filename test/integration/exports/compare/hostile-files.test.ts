import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonRows } from "../../../../electron/exports/compare/json-rows.ts";
import { runRead } from "../../../../electron/exports/compare/run-compare.ts";
import { readTable } from "../../../../electron/exports/compare/read-table.ts";
import { storedCells, storedRow } from "../../../../electron/exports/compare/stored-row.ts";
import type { AppFailure } from "../../../../shared/domain/errors.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { archive, BOOK, read, written } from "./support.ts";

/** Characters of the crafted part, and ms in which it has to be read or refused. */
const [SIZE, SOON] = [8_000_000, 2_000];

const SHEET = "xl/worksheets/sheet1.xml";
const HEADING = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';
const CLOSED = "</row></sheetData>";
const many = (text: string): string => text.repeat(SIZE / text.length);

/** The crafted text of a sheet. */
const SHEETS: Readonly<Record<string, string>> = {
  "a row that is never closed": `${HEADING}<row r="2">${many('<c r="A2"><v>1</v></c>')}`,
  "a row without a head": `${HEADING}<row ${many("<")}`,
  "rows in rows": HEADING + many("<row>"),
  "rows whose heads never end": HEADING + many("<row "),
  "nothing but brackets": HEADING + many("<"),
  "brackets in a row": `${HEADING}<row>${many("<")}${CLOSED}`,
  "cells in cells": `${HEADING}<row>${many("<c>")}${CLOSED}`,
  "cells that begin only": `${HEADING}<row>${many("<c")}${CLOSED}`,
  "texts in texts": `${HEADING}<row><c t="inlineStr"><is>${many("<t>")}</is></c>${CLOSED}`,
  "texts that begin only": `${HEADING}<row><c t="inlineStr"><is>${many("<t")}</is></c>${CLOSED}`,
  "a row with a list of attributes": `${HEADING}<row ${many('t="x" ')}>${CLOSED}`,
  "a cell with a list of attributes": `${HEADING}<row><c ${many(' t="x r="A')}/>${CLOSED}`,
  "a cell with an endless attribute": `${HEADING}<row><c r="A${many("1")}/>${CLOSED}`,
  "a text of ampersands": `${HEADING}<row><c t="inlineStr"><is><t>${many("&#x0")}</t></is></c>${CLOSED}`,
  "a text of escapes": `${HEADING}<row><c t="inlineStr"><is><t>${many("_x004")}</t></is></c>${CLOSED}`,
  "elements of other names": `${HEADING}${many("<rowx>")}</sheetData>`,
  "rows that are empty": `${HEADING}${many("<row/>")}</sheetData>`,
};

/** Ms until a workbook of those parts is read or refused. */
async function timeOf(parts: Readonly<Record<string, Iterable<string>>>): Promise<number> {
  const file = await written("a.xlsx", await archive({ ...BOOK, ...parts }));
  const begin = performance.now();
  await read(file).catch((thrown: unknown) => {
    expect(thrown).toMatchObject({ error: { kind: "invalid_input" } });
  });
  return performance.now() - begin;
}

describe("a crafted workbook of 8 MB is read or refused soon:", () => {
  it.each(Object.entries(SHEETS))("%s", { timeout: 120_000 }, async (_name, sheet) => {
    expect(await timeOf({ [SHEET]: [sheet] })).toBeLessThan(SOON);
  });

  it.each(["<si>", "<si", "<si ", "<si><t>", "<"])(
    "shared texts of %s",
    { timeout: 120_000 },
    async (text) => {
      const parts = { "xl/sharedStrings.xml": [many(text)], [SHEET]: [`${HEADING}</sheetData>`] };
      expect(await timeOf(parts)).toBeLessThan(SOON);
    },
  );
});

/** The bytes on the disk after a file was read, and how that ended. */
async function readInto(file: string): Promise<{ readonly bytes: number; readonly refusal: string | null }> {
  const folder = await temporaryFolder();
  const watch = { signal: new AbortController().signal, onRows: () => {} };
  const refusal = await readTable(file, path.join(folder, "rows.sqlite"), watch).then(
    () => null,
    (thrown: unknown) => (thrown as AppFailure).error.message,
  );
  const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), refusal };
}

const MEGABYTE = 1_000_000;

/** A sheet with that many rows behind its heading. */
const sheetOf = (rows: number, row: (number: number) => string): string[] => [
  HEADING,
  ...Array.from({ length: rows }, (_, at) => row(at + 2)),
  "</sheetData>",
];

/** A workbook that holds such a sheet, and shared texts. */
async function workbook(sheet: readonly string[], shared: readonly string[] = []): Promise<string> {
  return written("a.xlsx", await archive({ ...BOOK, "xl/sharedStrings.xml": shared, [SHEET]: sheet }));
}

describe("a file of under 1 MB cannot fill the disk:", () => {
  it("rows with a value in the last of 500 columns take no more than the file", async () => {
    const names = Array.from({ length: 500 }, (_, at) => `"c${at}":0`).join(",");
    const lines = `{${names}}\n${'{"c499":1}\n'.repeat(80_000)}`;
    const { bytes, refusal } = await readInto(await written("sparse.ndjson", lines));
    expect([lines.length < MEGABYTE, refusal]).toEqual([true, null]);
    expect(bytes).toBeLessThan(3 * MEGABYTE);
  });

  it("the same in a workbook", async () => {
    const file = await workbook(
      sheetOf(60_000, (row) => `<row r="${row}"><c r="SF${row}"><v>1</v></c></row>`),
    );
    expect(fs.statSync(file).size).toBeLessThan(MEGABYTE);
    const { bytes, refusal } = await readInto(file);
    expect(refusal).toBeNull();
    expect(bytes).toBeLessThan(3 * MEGABYTE);
  });

  it("a row at the top and one at the very end of a sheet are two rows", async () => {
    const file = await workbook([HEADING, '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>']);
    const { bytes, refusal } = await readInto(file);
    expect([refusal, (await read(file)).rows]).toEqual([null, 1]);
    expect(bytes).toBeLessThan(MEGABYTE / 10);
  });

  it(
    "a text that many cells refer to is refused, and so is a row of such cells",
    { timeout: 60_000 },
    async () => {
      const shared = [`<si><t>${"x".repeat(30_000)}</t></si>`, `<si><t>${"x".repeat(900_000)}</t></si>`];
      const column = await workbook(
        sheetOf(5_000, () => '<row><c t="s"><v>0</v></c></row>'),
        shared,
      );
      expect(fs.statSync(column).size).toBeLessThan(MEGABYTE);
      const stored = await readInto(column);
      expect(stored.refusal).toMatch(/take more than 25 times its size/);
      expect(stored.bytes).toBeLessThan(20 * MEGABYTE);
      const row = await workbook(
        [HEADING, `<row>${'<c t="s"><v>1</v></c>'.repeat(10)}</row></sheetData>`],
        shared,
      );
      expect((await readInto(row)).refusal).toMatch(
        /A row of this file holds more than 8 million characters/,
      );
    },
  );

  it("a cell of over a million characters is refused", async () => {
    const file = await written("a.csv", `id\r\n${"x".repeat(1_000_001)}\r\n`);
    expect((await readInto(file)).refusal).toMatch(
      /A cell of this file holds more than a million characters/,
    );
  });

  it("more rows than a sheet can have are refused, though they hold nothing", async () => {
    const file = await workbook([HEADING, "<row/>".repeat(1_048_576), "</sheetData>"]);
    expect((await readInto(file)).refusal).toMatch(/more than 1,048,576 rows/);
  });

  it("a part that is listed as many sheets is read once", async () => {
    const sheets = Array.from({ length: 1_000 }, (_, at) => `<sheet name="items ${at}" r:id="r1"/>`);
    const book = ['<workbook><sheets><sheet name="items" r:id="r1"/>', ...sheets, "</sheets></workbook>"];
    const sheet = sheetOf(2, (row) => `<row><c><v>${row}</v></c></row>`);
    const file = await written("a.xlsx", await archive({ ...BOOK, "xl/workbook.xml": book, [SHEET]: sheet }));
    expect((await read(file)).rows).toBe(2);
  });

  it("a column with an endless name is refused", async () => {
    const file = await written("a.ndjson", `{"id":"a"}\n{"${"x".repeat(20_000)}":1}\n`);
    expect((await readInto(file)).refusal).toMatch(/name of a column of this file is too long/);
  });
});

describe("a stored row", () => {
  it("gives back its cells, and takes no more room than these and one sign for each", () => {
    const cell = fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), fc.nat(499), (cells, gap) => {
        const row = [...cells, ...Array<null>(gap).fill(null), "end"];
        expect(storedCells(storedRow(row))).toEqual(row);
        expect(storedRow(row).length).toBeLessThanOrEqual(JSON.stringify([...cells, "end"]).length + 20);
      }),
    );
  });
});

describe("reading a file in a thread", () => {
  it("can be cancelled at any moment, and the process goes on", { timeout: 60_000 }, async () => {
    const row = Array.from({ length: 8 }, () => "x".repeat(90_000)).join(",");
    const file = await written("slow.csv", `id,a,b,c,d,e,f,g\r\n${`${row}\r\n`.repeat(120)}`);
    const small = await written("small.csv", "id\r\na\r\n");
    for (let time = 100; time <= 700; time += 50) {
      const database = path.join(await temporaryFolder(), "rows.sqlite");
      // How long a thread takes to start and end now, with whatever else this machine does.
      const idle = performance.now();
      await runRead(small, `${database}.small`, { signal: new AbortController().signal, onRows: () => {} });
      const thread = performance.now() - idle;
      const begin = performance.now();
      const reading = runRead(file, database, { signal: AbortSignal.timeout(time), onRows: () => {} });
      await expect(reading).rejects.toMatchObject({ error: { kind: "cancelled" } });
      expect(performance.now() - begin).toBeLessThan(time + 1_000 + 2 * thread);
    }
  });
});

describe("JSON of another layout than ours", () => {
  const rows = [{ id: "a", name: 'say "[{,}]" \\' }, { id: "b", tags: [{ x: [] }, "]"] }, { id: "c" }];

  it.each([
    ["a list", JSON.stringify(rows)],
    ["a list with line ends", JSON.stringify(rows, null, 2)],
    ["a list of none", " [ ] "],
    ["a member", JSON.stringify({ a: { rows: [1] }, b: ["x", '"rows":['], rows, c: { rows: [2] } })],
    ["a member with line ends", JSON.stringify({ rows, after: [[1], "}"] }, null, 2)],
  ])("is read row by row, wherever it is cut into pieces: %s", async (_name, text) => {
    const whole = JSON.parse(text) as object;
    const wanted = Array.isArray(whole) ? whole : (whole as { readonly rows: unknown }).rows;
    for (let size = 1; size <= text.length; size += 1) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const found: unknown[] = [];
      for await (const row of jsonRows(Readable.from(pieces))) found.push(JSON.parse(row));
      expect(found).toEqual(wanted);
    }
  });

  it.each([
    ["[{},]", /no whole JSON/],
    ["[{}", /no whole JSON/],
    ['["a]', /no whole JSON/],
    ["[{}}", /no whole JSON/],
    ["[{}]]", /no whole JSON/],
    ["[{}] x", /no whole JSON/],
    ["[{}],[{}]", /no whole JSON/],
    ['{\n"rows":[{}]', /no whole JSON/],
    ['{\n"rows":{}}', /no list of rows/],
  ])("%s is refused", async (text, reason) => {
    await expect(read(await written("a.json", text))).rejects.toMatchObject({
      error: { kind: "invalid_input", message: expect.stringMatching(reason) },
    });
  });

  it("cannot use up the memory, which would end the process", { timeout: 60_000 }, async () => {
    const file = await written("a.json", `[\n{"id":"a"},${"[],".repeat(20_000_000)}[]]`);
    const database = path.join(await temporaryFolder(), "rows.sqlite");
    const watch = { signal: new AbortController().signal, onRows: () => {} };
    await expect(runRead(file, database, watch)).rejects.toMatchObject({
      error: { kind: "invalid_input", message: expect.stringMatching(/no object with fields/) },
    });
  });
});
