import yazl from "yazl";
import { smallTable } from "../../electron/delivery/file-import/small-table.ts";
import {
  guessThresholdMapping,
  previewThresholds,
} from "../../renderer/features/low-stock/import-thresholds.ts";
import { guessMapping, previewImport } from "../../renderer/features/names/import-table.ts";
import { MAX_NAMES } from "../../shared/features/names/names.ts";
import type { Run } from "./run-target.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CSV = 'id,name,note\r\nu-1,Anna,"a ""note"", of\r\ntwo lines"\r\nt-2,Ännchen\r\nu-3,東京,x\r\n';

/** CSV as other programs write it. */
const TEXTS: readonly Uint8Array[] = [
  Buffer.from(CSV),
  Buffer.from(`\ufeff\ufeffsep=;\r\n${CSV.replaceAll(",", ";")}`),
  Buffer.from(CSV.replaceAll("\r\n", "\r")),
  Buffer.from(`\ufeff${CSV.replaceAll(",", "\t")}`, "utf16le"),
  Buffer.from(CSV, "utf16le").swap16(),
];

/** The parts of a workbook as other programs write it. They are mutated before they are packed. */
const BOOK: Readonly<Record<string, string>> = {
  "[Content_Types].xml": '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
  "_rels/.rels": `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="/Book/Main.xml"/></Relationships>`,
  "book/main.xml":
    "<x:workbook><x:workbookPr date1904='1'/><x:sheets><x:sheet name='C' sheetId='1' q:id='c'/><x:sheet name='H' state='hidden' sheetId='2' q:id='h'/><x:sheet name='S' sheetId='3' q:id='s'/></x:sheets></x:workbook>",
  "book/_rels/main.xml.rels": [
    ["c", "chartsheet", "chart.xml"],
    ["h", "worksheet", "sheet.xml"],
    ["s", "worksheet", "../data/sheet%201.xml"],
    ["t", "sharedStrings", "texts.xml"],
    ["y", "styles", "styles.xml"],
  ]
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join("")
    .replace(/^.*$/s, "<Relationships>$&</Relationships>"),
  "book/texts.xml":
    '<x:sst><x:si><x:t>id</x:t></x:si><x:si><x:r><x:t xml:space="preserve">a </x:t></x:r><x:r><x:t>b</x:t></x:r><x:rPh sb="0" eb="1"><x:t>no</x:t></x:rPh></x:si></x:sst>',
  "book/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  "book/sheet.xml": "<worksheet><sheetData/></worksheet>",
  "data/sheet 1.xml":
    '<x:worksheet><!-- a --><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>name</x:t><x:rPh sb="0" eb="1"><x:t>no</x:t></x:rPh></x:is></x:c></x:row><x:row r="3"><x:c r="A3" t="s"><x:v>1</x:v></x:c><x:c r="B3" s="1"><x:v>43538.5</x:v></x:c></x:row><x:row><x:c t="b"><x:v>1</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v><![CDATA[<x>]]></x:v></x:c></x:row></x:sheetData></x:worksheet>',
};

const NAMES = new Map([["u-1", { id: "u-1", name: "Anna", team: "", note: "" }]]);
const TYPES = [
  { id: "t-2", name: "Film" },
  { id: "__proto__", name: "constructor" },
];

/** Reads other programs' CSV files and workbooks into tables as the page does. */
export async function tables(run: Run): Promise<void> {
  const { random, hostile, guard, count } = run;
  for (let turn = 0; turn < count; turn += 1) {
    const whole = random.pick(TEXTS);
    const text = random.chance(0.5)
      ? hostile.mutateBytes(whole)
      : Buffer.from(hostile.mutateText(Buffer.from(whole).toString("latin1")), "latin1");
    const workbook = await packed(run);
    for (const content of [text, random.chance(0.2) ? hostile.mutateBytes(workbook) : workbook])
      await guard.watch(Buffer.from(content.subarray(0, 2_000)).toString("latin1"), () => imported(content));
  }
}

/** Makes a workbook with one mutated part. */
async function packed({ random, hostile }: Run): Promise<Uint8Array> {
  const mutated = random.pick(Object.keys(BOOK));
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(BOOK))
    zip.addBuffer(Buffer.from(path === mutated ? hostile.mutateText(text) : text), path);
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function imported(content: Uint8Array): Promise<unknown> {
  const table = await smallTable(content, MAX_NAMES);
  if (
    table.rows.some((row) => row.length !== table.columns.length)
    || table.lines.length !== table.rows.length
  )
    throw new Error("a table whose rows do not fit");
  return [
    previewImport(table, guessMapping(table.columns), NAMES, new Set(["u-1"])),
    previewThresholds(table, guessThresholdMapping(table.columns), "items", TYPES, {}),
  ];
}
