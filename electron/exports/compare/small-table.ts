import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { FileTable } from "../../../shared/domain/names.ts";
import { shownValue } from "./written-cell.ts";
import { openTable } from "./table-file.ts";

/**
 * The table of a small file, as texts.
 * @param content of a CSV or XLSX file.
 * @param most rows; a file with more is refused.
 * @security the content may come from anywhere; `openTable` bounds what is read of it.
 * @throws AppFailure `invalid_input` where it is no table, or too long.
 */
export async function readSmallTable(content: Uint8Array, most: number): Promise<FileTable> {
  // The readers want a file, since those of exports are too long for memory.
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-table-"));
  try {
    const file = path.join(folder, "table");
    await fs.writeFile(file, content, { mode: 0o600 });
    const handle = await fs.open(file, "r");
    try {
      return await readTexts(handle, most);
    } finally {
      await handle.close();
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function readTexts(handle: fs.FileHandle, most: number): Promise<FileTable> {
  const table = await openTable(handle);
  const { format } = table;
  if (format !== "csv" && format !== "xlsx") throw invalidInput("Choose a CSV or XLSX file.");
  const rows: string[][] = [];
  for await (const cells of table.rows()) {
    if (rows.length === most) throw invalidInput(`This file has more than ${most} rows.`);
    rows.push(table.columns.map((_, at) => String(shownValue(format, "text", cells[at] ?? null) ?? "")));
  }
  return { columns: [...table.columns], rows };
}
