import fs from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { FileTable } from "../../../shared/domain/names.ts";
import { fileForm, shownValue } from "./written-cell.ts";
import { MAX_TABLE_TEXT } from "./limits.ts";
import { openTable } from "./table-file.ts";

/** What a cell costs beside its text. */
const CELL = 8;

/**
 * The table of a small file, as texts.
 * @param file CSV or XLSX.
 * @param most rows; a file with more is refused.
 * @security the file may come from anywhere; `openTable` bounds what is read of it.
 * @throws AppFailure `invalid_input` where it is no table, or too long.
 */
export async function readSmallTable(file: string, most: number): Promise<FileTable> {
  const handle = await fs.open(file, "r");
  try {
    return await readTexts(handle, most);
  } finally {
    await handle.close();
  }
}

async function readTexts(handle: fs.FileHandle, most: number): Promise<FileTable> {
  const table = await openTable(handle);
  let size = 0;
  const { format } = table;
  if (format !== "csv" && format !== "xlsx") throw invalidInput("Choose a CSV or XLSX file.");
  const rows: string[][] = [];
  for await (const cells of table.rows()) {
    if (rows.length === most) throw invalidInput(`This file has more than ${most} rows.`);
    const texts = table.columns.map((_, at) => {
      const form = fileForm(format, "text", cells[at] ?? null);
      return String(shownValue(format, "text", form) ?? "");
    });
    for (const text of texts) size += CELL + text.length;
    if (size > MAX_TABLE_TEXT)
      throw invalidInput(
        "The table of this file is too large to be imported: it has over 30 million characters.",
      );
    rows.push(texts);
  }
  return { columns: [...table.columns], rows };
}
