import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { compareTable } from "../../../../electron/exports/compare/compare-table.ts";
import { readTable } from "../../../../electron/exports/compare/read-table.ts";
import { exportFile } from "../../../../electron/exports/write/export-file.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { item, openStore, type TestStore } from "../../../unit/electron/store/support.ts";
import { exported, ndjson, pythonCsv } from "../write/support.ts";
import { archive, BOOK, compared, read, written } from "./support.ts";

const FORMATS = ["csv", "xlsx", "json", "ndjson"] as const;
const ROWS = [
  item("a", { name: "=Alpha", weight: 5, checkedOutAt: "2026-01-01T00:00:00.000Z" }),
  item("b", { name: "Beta" }),
  item("c", { name: "Gamma", status: "checked_out" }),
];

/** A copy from which items were exported, and what it is now: one changed, one is gone from the query, one is new. */
async function moved(
  format: (typeof FORMATS)[number],
  columns?: readonly string[],
): Promise<{ readonly store: TestStore; readonly file: string }> {
  const store = await openStore();
  store.list("items", ROWS);
  const file = await exported(store.file, { format, ...(columns ? { columns, wholeRecord: false } : {}) });
  store.list("items", [
    item("a", { name: "=Alpha", weight: 2.5, checkedOutAt: null }),
    item("c", { name: "Gamma", status: "archived" }),
    item("d", { name: "-Delta", weight: 1 }),
  ]);
  return { store, file };
}
const NOT_ARCHIVED = { version: 1, filter: { field: "status", op: "isNot", value: "archived" } } as const;

describe("what differs between a file and now", () => {
  it.each(FORMATS)("is found in %s, old and new as values", async (format) => {
    const { store, file } = await moved(format);
    const found = await compared(file, store.file, { query: NOT_ARCHIVED });
    expect(found).toMatchObject({ added: 1, gone: 1, changed: 1, same: 1, notes: [] });
    const [added, changed, gone] = ["added", "changed", "gone"].map((kind) =>
      found.differences.find((one) => one.kind === kind),
    );
    expect(added).toMatchObject({ id: "d", name: "-Delta", fields: { weight: { old: null, new: 1 } } });
    expect(changed).toMatchObject({ id: "a", name: "=Alpha" });
    expect(changed?.fields).toEqual({
      weight: { old: 5, new: 2.5 },
      checkedOutAt: { old: "2026-01-01T00:00:00.000Z", new: null },
    });
    expect(gone).toMatchObject({ id: "c", name: "Gamma", fields: { name: { old: "Gamma", new: null } } });
    expect(found.columns).toEqual([
      { name: "weight", label: "Weight", rows: 1 },
      { name: "checkedOutAt", label: "Checked out", rows: 1 },
    ]);
  });

  it("is exported as a list of changes: filtered, in CSV and NDJSON", async () => {
    const { store, file } = await moved("csv");
    const database = path.join(await temporaryFolder(), "rows.sqlite");
    const watch = { signal: new AbortController().signal, onRows: () => {} };
    const { format, columns } = await readTable(file, database, watch);
    const since = "2026-01-01T00:00:00.000Z";
    const plan = {
      database,
      inventory: store.file,
      resource: "items",
      query: NOT_ARCHIVED,
      format,
      columns,
    } as const;
    await compareTable({ ...plan, file: "items.csv", since, now: Date.UTC(2026, 0, 2) }, watch);
    const outOf = async (to: "csv" | "ndjson", filter: object): Promise<string> => {
      const out = path.join(await temporaryFolder(), `out.${to}`);
      await exportFile(
        {
          inventory: store.file,
          out,
          plan: {
            changes: { of: "comparison", file: database, filter },
            format: to,
            dialect: { delimiter: ",", decimal: "." },
            now: 0,
          },
          context: { appVersion: "1", profile: null, view: null },
          manifest: true,
        },
        { signal: new AbortController().signal },
      );
      return out;
    };
    const lines = await outOf("ndjson", { kinds: ["changed"], columns: ["weight"], search: "alph" });
    expect(ndjson(lines)).toEqual([
      expect.objectContaining({ type: "changed", id: "a", observedAfter: since, occurredAt: null }),
    ]);
    expect(JSON.parse(fs.readFileSync(`${lines}.manifest.json`, "utf8"))).toMatchObject({
      content: "changes",
      filter: { words: expect.arrayContaining(["Compared with items.csv", "Changed in weight"]) },
    });
    expect(ndjson(await outOf("ndjson", { columns: ["status"] }))).toEqual([]);
    expect(
      pythonCsv(await outOf("csv", { kinds: ["changed"] }))
        .slice(1)
        .map((line) => line.slice(-3)),
    ).toEqual([
      ["weight", "5", "2.5"],
      ["checkedOutAt", "2026-01-01T00:00:00.000Z", ""],
    ]);
  });

  it("is found by name when the file has no ids; ambiguous names are counted and reported", async () => {
    const store = await openStore();
    const twins = [item("t1", { name: "Twin" }), item("t2", { name: "Twin" })];
    store.list("items", [...ROWS, ...twins]);
    const file = await exported(store.file, {
      format: "csv",
      columns: ["name", "weight"],
      wholeRecord: false,
    });
    store.list("items", [
      item("a", { name: "=Alpha", weight: 1 }),
      item("e", { name: "New" }),
      item("g", { name: "Gamma" }),
    ]);
    const found = await compared(file, store.file);
    // Twin is twice in both; Gamma once in the file, and twice now.
    expect(found).toMatchObject({ matchedBy: "name", added: 1, changed: 1, same: 1, gone: 0 });
    expect(found.notes).toEqual([
      expect.stringContaining("found by their names"),
      "3 rows of the file and 4 rows of now could not be told apart by name, and were not compared.",
    ]);
  });

  it("leaves out rows without id and repeated ids, and reports them", async () => {
    const store = await openStore();
    store.list("items", ROWS);
    const file = await written(
      "mine.csv",
      "id,name,colour\r\na,=Former,red\r\n,None,\r\na,Again,\r\nz,Gone,\r\n",
    );
    const found = await compared(file, store.file);
    expect(found).toMatchObject({ changed: 1, added: 2, gone: 1, same: 0 });
    expect(found.read).toMatchObject({ columns: ["id", "name"], ignored: ["colour"], rows: 4 });
    expect(found.notes).toEqual([
      "1 row of the file has no id and was left out.",
      "1 row of the file repeats an id and was left out; the first with that id was compared.",
    ]);
  });
});

function* zeros(pieces: number): Generator<string> {
  yield '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';
  for (let piece = 0; piece < pieces; piece += 1) yield " ".repeat(1 << 20);
  yield "</sheetData>";
}

describe("a file that cannot be compared is refused with the reason", () => {
  it.each([
    ["empty.csv", "", /is empty/],
    ["one.csv", "\u0000\u0001\u0002", /no CSV, XLSX, JSON or NDJSON/],
    ["latin.csv", Buffer.from("id,name\na,Stra\xdfe\n", "latin1"), /not text in UTF-8/],
    ["cut.csv", 'id,name\r\na,"Alp', /ends in the middle of a row/],
    ["short.csv", "id,name,status\r\na,A,x\r\nb,B", /ends in the middle of a row/],
    ["uneven.csv", "id,name\r\na,A,more\r\nb,B\r\n", /Row 2 of this file has 3 cells, and its heading 2/],
    ["twice.csv", "id,name,id\r\na,A,b\r\n", /two columns named id/],
    [
      "changes.csv",
      "type,resource,id,name,observedAfter,observedBefore,occurredAt,field,old,new\r\n",
      /list of changes/,
    ],
    ["wide.csv", `${"x,".repeat(600)}x\r\n`, /too many columns/],
    ["long.csv", `id\r\n${"x".repeat((1 << 23) + 1)}`, /too long/],
    ["cut.ndjson", '{"id":"a"}\n{"id":"b","na', /is not whole/],
    ["broken.ndjson", '{"id":"a"}\nnonsense\n', /Line 2 of this file is no whole JSON/],
    ["deep.ndjson", `{"id":"a"}\n{"id":${"[".repeat(60)}${"]".repeat(60)}}\n`, /nested too deep/],
    ["deep.json", "[".repeat(100_000), /no whole JSON/],
    ["proto.ndjson", '{"id":"a"}\n{"__proto__":{"x":1}}\n', /__proto__/],
    ["list.json", "[1,2]", /no object with fields/],
    ["other.json", '{\n"items": 3\n}', /no list of rows/],
  ])("%s", async (name, content, reason) => {
    const file = await written(name, content);
    await expect(read(file)).rejects.toMatchObject({
      error: { kind: "invalid_input", message: expect.stringMatching(reason) },
    });
  });

  it.each(["json", "xlsx"] as const)("%s that was cut anywhere", async (format) => {
    const { file } = await moved(format);
    const whole = fs.readFileSync(file);
    for (const part of [0.3, 0.6, 0.9, 0.999])
      await expect(
        read(await written(`cut.${format}`, whole.subarray(0, whole.length * part))),
      ).rejects.toMatchObject({
        error: { kind: "invalid_input" },
      });
  });

  it("a list of changes in JSON, whatever it is called", async () => {
    const header = JSON.stringify({ kind: "stockdeck-export", version: 1, content: "changes" });
    const file = await written("rows.json", `{"header":${header},\n"changes":[\n]}\n`);
    await expect(read(file)).rejects.toMatchObject({
      error: { message: expect.stringMatching(/list of changes/) },
    });
  });

  it("a zip bomb, before it has unpacked", async () => {
    const bomb = await archive({ ...BOOK, "xl/worksheets/sheet1.xml": zeros(64) });
    expect(bomb.length).toBeLessThan(1 << 18);
    await expect(read(await written("bomb.xlsx", bomb))).rejects.toMatchObject({
      error: { message: expect.stringMatching(/unpacks to far more/) },
    });
  });

  it("a workbook of a million bytes of unclosed tags, within seconds", { timeout: 5_000 }, async () => {
    const parts = {
      ...BOOK,
      "xl/workbook.xml": ["<sheet ".repeat(145_000)],
      "xl/_rels/workbook.xml.rels": ["<Relationship ".repeat(74_000)],
    };
    await expect(read(await written("tags.xlsx", await archive(parts)))).rejects.toMatchObject({
      error: { kind: "invalid_input", message: expect.stringMatching(/no sheet/) },
    });
  });

  it("a workbook with a damaged part, with too many parts, or that is only a ZIP", async () => {
    const sound = Buffer.from(await archive({ ...BOOK, "xl/worksheets/sheet1.xml": zeros(0) }));
    const at = sound.indexOf("worksheets/sheet1.xml") + 21;
    const damaged = Buffer.from(sound).fill(0xff, at, at + 12);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`p${n}`, [""]]));
    const stored = zlib.gzipSync("no zip");
    const cases: readonly (readonly [Uint8Array, RegExp])[] = [
      [damaged, /damaged or not whole/],
      [await archive(many), /too many parts/],
      [await archive({ "readme.txt": ["hello"] }), /damaged or not whole/],
      [Buffer.concat([Buffer.from("PK\u0003\u0004"), stored]), /damaged or not whole/],
    ];
    for (const [bytes, message] of cases)
      await expect(read(await written("a.xlsx", bytes))).rejects.toMatchObject({
        error: { kind: "invalid_input", message: expect.stringMatching(message) },
      });
  });

  it("without ids and names", async () => {
    const store = await openStore();
    store.list("items", ROWS);
    const file = await written("a.csv", "status,weight\r\navailable,1\r\n");
    await expect(compared(file, store.file)).rejects.toMatchObject({
      error: { message: expect.stringMatching(/neither ids nor names/) },
    });
  });

  it("and reading can be cancelled", async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `{"id":"i${n}"}\n`).join("");
    const abort = new AbortController();
    const database = path.join(await temporaryFolder(), "rows.sqlite");
    const work = readTable(await written("a.ndjson", lines), database, {
      signal: abort.signal,
      onRows: () => abort.abort(),
    });
    await expect(work).rejects.toMatchObject({ error: { kind: "cancelled" } });
  });
});
