import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_CELL_TEXT, MAX_LINE } from "./limits.ts";
import type { FileCell } from "./sheet-rows.ts";

/** Empty cells in a row from which on they are stored as their number. */
const RUN = 4;

/**
 * A row as it is stored: JSON of its cells, in which an array of one number stands for that many empty ones. So a row
 * with a value in its last column only takes no more room than the file that has it.
 * @throws AppFailure where a cell or the row is too large: a workbook can refer to one long text from many cells.
 */
export function storedRow(cells: readonly FileCell[]): string {
  let [size, empty, needsRuns] = [0, 0, false];
  for (const cell of cells) {
    empty = cell === null ? empty + 1 : 0;
    needsRuns ||= empty === RUN;
    if (typeof cell !== "string") continue;
    if (cell.length > MAX_CELL_TEXT)
      throw invalidInput(
        "A cell of this file holds more than a million characters, the most that is compared.",
      );
    size += cell.length;
  }
  if (size > MAX_LINE)
    throw invalidInput("A row of this file holds more than 8 million characters, the most that is compared.");
  return JSON.stringify(needsRuns ? withRuns(cells) : cells);
}

/** The cells of a stored row. */
export function storedCells(text: string): readonly FileCell[] {
  const stored = JSON.parse(text) as (FileCell | readonly [number])[];
  return stored.some(Array.isArray)
    ? stored.flatMap((cell) => (isRun(cell) ? Array<FileCell>(cell[0]).fill(null) : [cell]))
    : (stored as FileCell[]);
}

function withRuns(cells: readonly FileCell[]): readonly (FileCell | readonly [number])[] {
  const stored: (FileCell | readonly [number])[] = [];
  for (let at = 0; at < cells.length;) {
    let end = at;
    while (end < cells.length && cells[end] === null) end += 1;
    if (end - at >= RUN) {
      stored.push([end - at]);
      at = end;
    } else {
      stored.push(cells[at] ?? null);
      at += 1;
    }
  }
  return stored;
}

const isRun = (cell: FileCell | readonly [number]): cell is readonly [number] => Array.isArray(cell);
