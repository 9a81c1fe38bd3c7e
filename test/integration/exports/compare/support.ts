import fs from "node:fs";
import path from "node:path";
import {
  compareTable,
  type Compared,
  type ComparePlan,
} from "../../../../electron/exports/compare/compare-table.ts";
import { DifferenceReader } from "../../../../electron/exports/compare/difference-reader.ts";
import { readTable, type ReadTable } from "../../../../electron/exports/compare/read-table.ts";
import { zipStream } from "../../../../electron/exports/write/zip-stream.ts";
import type { Difference } from "../../../../shared/exports/differences.ts";
import { EVERYTHING } from "../../../../shared/query/query.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const WATCH = { signal: new AbortController().signal, onRows: () => {} };

/** What a comparison found, all at once. */
export interface Found extends Compared {
  readonly read: ReadTable;
  readonly differences: readonly Difference[];
}

/** Reads a file as a comparison does. */
export async function read(file: string): Promise<ReadTable> {
  return readTable(file, path.join(await temporaryFolder(), "rows.sqlite"), WATCH);
}

/** Compares a file with a copy: with everything in items, unless told otherwise. */
export async function compared(
  file: string,
  inventory: string,
  plan: Partial<ComparePlan> = {},
): Promise<Found> {
  const database = path.join(await temporaryFolder(), "rows.sqlite");
  const read = await readTable(file, database, WATCH);
  const result = await compareTable(
    {
      database,
      inventory,
      resource: "items",
      query: EVERYTHING,
      format: read.format,
      columns: read.columns,
      file: path.basename(file),
      since: "2026-01-01T00:00:00.000Z",
      now: Date.UTC(2026, 0, 2),
      ...plan,
    },
    WATCH,
  );
  const reader = new DifferenceReader(database);
  const { differences } = reader.page({}, 0, 500);
  reader.close();
  return { ...result, read, differences };
}

/** A file of that content in a folder of its own. */
export async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(await temporaryFolder(), name);
  fs.writeFileSync(file, content);
  return file;
}

/** A workbook that holds those parts. */
export async function archive(parts: Readonly<Record<string, Iterable<string>>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(Object.entries(parts).map(([part, text]) => ({ path: part, text }))))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The parts of a workbook beside its only sheet. */
export const BOOK = {
  "xl/workbook.xml": ['<workbook><sheets><sheet name="items" sheetId="1" r:id="r1"/></sheets></workbook>'],
  "xl/_rels/workbook.xml.rels": [
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  ],
};
