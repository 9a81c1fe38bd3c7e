import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readTable } from "../../electron/exports/compare/read-table.ts";
import { openTable } from "../../electron/exports/compare/table-file.ts";
import { smallWorkbook } from "../../electron/exports/write/small-workbook.ts";
import { zipStream } from "../../electron/exports/write/zip-stream.ts";
import type { Run } from "./run-target.ts";

const CELLS = [
  ["id", "name", "team", "note", "below", "measure"],
  ["u-1", "Anna", "North", 'a "note", of\ntwo lines', "1.500", "items"],
  ["t-2", "Ännchen", "", "'=1+1", "2,5", "length"],
] as const;
const [HEADINGS, ...ROWS] = CELLS;
const OBJECTS = ROWS.map((row) =>
  JSON.stringify(Object.fromEntries(row.map((cell, at) => [HEADINGS[at], cell]))),
);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The parts of a workbook, as texts that can be mutated before they are packed. */
const BOOK: Readonly<Record<string, string>> = {
  "xl/workbook.xml":
    '<workbook><sheets><sheet name="items" sheetId="1" r:id="r1"/><sheet name="Export" r:id="r2"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  "xl/sharedStrings.xml": "<sst><si><t>Anna</t></si><si><r><t>a</t></r><r><t>b</t></r></si></sst>",
  "xl/worksheets/sheet1.xml":
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2" t="b"><v>1</v></c></row></sheetData>',
  "xl/worksheets/sheet2.xml":
    '<sheetData><row><c t="inlineStr"><is><t>Query (JSON)</t></is></c><c t="inlineStr"><is><t>{"version":1}</t></is></c></row></sheetData>',
};

/** The valid files that others are made of, by format. */
async function validFiles(): Promise<Readonly<Record<string, readonly Uint8Array[]>>> {
  const csv = CELLS.map((row) => row.map(quoted).join(",")).join("\r\n");
  const header = '{"header":{"resource":"items","query":{"version":1}},\n"rows":[\n';
  const workbook = await smallWorkbook([
    { name: "items", columns: [...HEADINGS], rows: ROWS.map((row) => [...row]) },
  ]);
  return {
    csv: [
      Buffer.from(csv),
      Buffer.from(`\uFEFF${csv.replaceAll(",", ";")}`),
      Buffer.from("id\tname\nu-1\tAnna\n"),
    ],
    json: [Buffer.from(`${header}${OBJECTS.join(",\n")}\n]}\n`), Buffer.from(`[${OBJECTS.join(",")}]`)],
    ndjson: [Buffer.from(`${OBJECTS.join("\n")}\n`)],
    xlsx: [workbook],
  };
}

/** Files to be compared. */
export async function files(run: Run): Promise<void> {
  const { random, hostile, guard, count } = run;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  try {
    for (const [format, valid] of Object.entries(await validFiles())) {
      for (let turn = 0; turn < count; turn += 1) {
        const whole = random.pick(valid);
        const content =
          format === "xlsx" && random.chance(0.7)
            ? await packed(run)
            : random.chance(0.05)
              ? random.bytes(2_000)
              : random.chance(0.5)
                ? hostile.mutateBytes(whole)
                : Buffer.from(hostile.mutateText(Buffer.from(whole).toString("latin1")), "latin1");
        const file = path.join(folder, `a.${format}`);
        await fs.writeFile(file, content);
        const shown = `${format}: ${content.subarray(0, 2_000).toString("latin1")}`;
        await guard.watch(shown, () => readRows(file));
        // The same with its thread and database, which take a moment to start.
        if (turn % 100 === 0) await guard.work(shown, () => compared(folder, file));
      }
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function packed({ random, hostile }: Run): Promise<Buffer> {
  const part = random.pick(Object.keys(BOOK));
  const parts = Object.entries({ ...BOOK, [part]: hostile.mutateText(BOOK[part] ?? "") });
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(parts.map(([name, text]) => ({ path: name, text: [text] }))))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readRows(file: string): Promise<number> {
  const handle = await fs.open(file);
  let rows = 0;
  try {
    for await (const { length } of (await openTable(handle)).rows()) rows += Math.min(1, length);
  } finally {
    await handle.close();
  }
  return rows;
}

async function compared(folder: string, file: string): Promise<void> {
  const database = path.join(folder, "rows.sqlite");
  const watch = { signal: new AbortController().signal, onRows: () => {} };
  try {
    await readTable(file, database, watch);
  } finally {
    for (const name of await fs.readdir(folder))
      if (name.startsWith("rows.sqlite")) await fs.rm(path.join(folder, name));
  }
}
