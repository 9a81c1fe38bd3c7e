import type { FileHandle } from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import { csvRecords } from "./csv-records.ts";
import { openJson } from "./json-file.ts";
import { MAX_COLUMNS, MAX_FILE_BYTES, MAX_LINE } from "./limits.ts";
import type { TableFile } from "./table.ts";
import { decoded, fileChunks, textLines } from "./text-lines.ts";

const ZIP = Buffer.from([0x50, 0x4b, 3, 4]);
/** Bytes that are read to recognise the format. */
const HEAD = 65_536;

/**
 * Opens a file by what is in it, whatever it is called.
 * @security the file may come from anywhere: all of its sizes are bounded, and nothing in it is run or expanded.
 * @throws AppFailure where it is none of the formats that Stockdeck writes, or not whole.
 */
export async function openTable(handle: FileHandle): Promise<TableFile> {
  const { size } = await handle.stat();
  if (size > MAX_FILE_BYTES) throw invalidInput("This file is too large to be compared.");
  if (size === 0) throw invalidInput("This file is empty.");
  const head = Buffer.alloc(Math.min(HEAD, size));
  await handle.read(head, 0, head.length, 0);
  if (head.subarray(0, 4).equals(ZIP)) {
    const { openWorkbook } = await import("./workbook-file.ts");
    return openWorkbook(handle);
  }
  if (head.includes(0)) throw invalidInput("This is no CSV, XLSX, JSON or NDJSON.");
  const begin = head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return begin.startsWith("{") || begin.startsWith("[") ? openJson(handle) : openCsv(handle);
}

async function openCsv(handle: FileHandle): Promise<TableFile> {
  const first = await firstLine(handle);
  const delimiter = delimiterOf(first);
  const records = (): ReturnType<typeof csvRecords> => csvRecords(decoded(fileChunks(handle)), delimiter);
  const { value: heading } = await records().next();
  const columns: readonly string[] = heading?.cells ?? [];
  return {
    format: "csv",
    header: null,
    columns,
    rows: async function* () {
      let line = 0;
      for await (const { cells, blank, ended } of records()) {
        line += 1;
        if (line === 1 || blank) continue;
        if (cells.length !== columns.length) throw invalidInput(unevenWords(line, cells, columns, ended));
        yield cells;
      }
    },
  };
}

function unevenWords(
  line: number,
  cells: readonly string[],
  columns: readonly string[],
  ended: boolean,
): string {
  if (!ended && cells.length < columns.length)
    return "This file ends in the middle of a row: it is not whole.";
  return `Row ${line} of this file has ${cells.length} cells, and its heading ${columns.length}: it is damaged, or not a table.`;
}

/** The sign that takes the heading apart into most parts. */
function delimiterOf(heading: string): string {
  const plain = heading.replaceAll(/"[^"]*"/g, "");
  const parts = ([",", ";", "\t", "|"] as const).map((sign) => [sign, plain.split(sign).length] as const);
  return parts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

async function firstLine(handle: FileHandle): Promise<string> {
  for await (const { text } of textLines(decoded(fileChunks(handle)))) {
    if (text.length > MAX_LINE || text.split(/[,;\t|]/).length > MAX_COLUMNS * 4) break;
    return text;
  }
  throw invalidInput("This file has too many columns.");
}
