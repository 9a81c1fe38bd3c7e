import { FILE_PROBLEMS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { MAX_TABLE_FILE, type FileTable } from "../../../shared/delivery/file-table.ts";
import { csvRows, type TableRow } from "./csv-rows.ts";
import { MAX_COLUMNS, CELL_COST, MAX_TABLE_TEXT } from "./limits.ts";

const ZIP = Buffer.from([0x50, 0x4b, 3, 4]);
/** The beginning of compound files: workbooks of Excel before 2007, and encrypted workbooks. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** The most rows that an error message names. */
const NAMED_ROWS = 3;

/** An error value of a spreadsheet, in the language of the spreadsheet: #N/A, #NV, #REF!, #¿NOMBRE?, #DZIEL/0!. */
const ERROR_VALUE = /^#(?:[¡¿]?[\p{Lu}\d_/]+[!?]|N\/[ADB]|NV)$/u;

/**
 * Reads the table of a CSV or XLSX file. The first row with a text contains the headings. Shorter rows are filled up
 * with empty cells; empty rows are left out. A cell is null if it has no value to read: a formula without a stored
 * result, or an error.
 * @throws AppFailure `invalid_input` for a file without a table, too many rows, and values beyond the columns of the
 * headings.
 */
export async function smallTable(content: Uint8Array, most: number): Promise<FileTable> {
  const [heading, ...others] = await rowsOf(content);
  if (!heading) throw invalidInput(FILE_PROBLEMS.noRows);
  const columns = withoutEmptyEnd(heading.cells).map((cell) => cell ?? "");
  if (columns.length > MAX_COLUMNS) throw invalidInput(FILE_PROBLEMS.tooManyColumns);
  if (others.length > most) throw invalidInput(FILE_PROBLEMS.tooManyRows({ most: String(most) }));
  refuseSurplus(others, columns.length);
  const size = others.reduce(
    (sum, { cells }) => sum + textOf(cells) + CELL_COST * columns.length,
    textOf(columns),
  );
  if (size > MAX_TABLE_TEXT) throw invalidInput(FILE_PROBLEMS.tooManyCharacters);
  return {
    columns,
    rows: others.map(({ cells }) => columns.map((_, at) => readableCell(cells[at]))),
    lines: others.map(({ line }) => line),
  };
}

async function rowsOf(content: Uint8Array): Promise<readonly TableRow[]> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length === 0) throw invalidInput(FILE_PROBLEMS.empty);
  if (bytes.length > MAX_TABLE_FILE) throw invalidInput(FILE_PROBLEMS.tooLarge);
  const begin = bytes.subarray(0, ZIP.length);
  if (begin.equals(COMPOUND)) throw invalidInput(FILE_PROBLEMS.encryptedOrOld);
  if (!begin.equals(ZIP)) return csvRows(bytes);
  // The workbook libraries are loaded on demand, so that a CSV is read faster.
  const { workbookRows } = await import("./workbook-rows.ts");
  return workbookRows(bytes);
}

/** Refuses values to the right of the last heading. The import would lose them without notice. */
function refuseSurplus(rows: readonly TableRow[], columns: number): void {
  const surplus = rows.filter(({ cells }) => withoutEmptyEnd(cells).length > columns);
  if (surplus.length === 0) return;
  const named = surplus.slice(0, NAMED_ROWS).map(({ line }) => String(line));
  const more = surplus.length - named.length;
  const lines = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  throw invalidInput(FILE_PROBLEMS.surplus({ columns: String(columns), lines }));
}

function readableCell(cell: string | null = ""): string | null {
  return cell === null || ERROR_VALUE.test(cell.trim()) ? null : cell;
}

function withoutEmptyEnd(cells: TableRow["cells"]): TableRow["cells"] {
  return cells.slice(0, cells.findLastIndex((cell) => cell?.trim() !== "") + 1);
}

function textOf(cells: TableRow["cells"]): number {
  return cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
}
