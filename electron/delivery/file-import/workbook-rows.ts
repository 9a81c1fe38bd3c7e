import { FILE_PROBLEMS } from "./messages.ts";
import { readXlsx, type CellValue, type Sheet } from "hucre/xlsx";
import { AppFailure, invalidInput } from "../../../shared/base/errors.ts";
import type { TableRow } from "./csv-rows.ts";
import { safeWorkbook } from "./workbook-parts.ts";

/** The number of digits that a spreadsheet stores of a number. */
const DIGITS = 15;
/** The error of hucre 1.0.0 for a sheet without cells. */
const NO_CELLS = "missing worksheet file";

/**
 * The rows of a workbook's first visible sheet that has cells, without empty rows. Charts and hidden sheets are
 * skipped.
 * @throws AppFailure `invalid_input` if the workbook is damaged, or has no visible sheet with cells.
 */
export async function workbookRows(bytes: Buffer): Promise<readonly TableRow[]> {
  const { zip, hasOtherSheets } = await safeWorkbook(bytes);
  for (const index of await visibleSheets(zip)) {
    const sheet = await sheetOf(zip, index).catch((thrown: unknown) => {
      if (hasOtherSheets && thrown instanceof Error && thrown.message.includes(NO_CELLS)) return undefined;
      throw damaged(thrown);
    });
    const found = sheet ? textsOf(sheet).filter(({ cells }) => cells.some((cell) => cell !== "")) : [];
    if (found.length > 0) return found;
  }
  throw invalidInput(FILE_PROBLEMS.noSheet);
}

async function visibleSheets(zip: Uint8Array): Promise<readonly number[]> {
  const visible: number[] = [];
  const note = ({
    index,
    hidden,
    veryHidden,
  }: {
    index: number;
    hidden?: boolean;
    veryHidden?: boolean;
  }): boolean => {
    if (hidden !== true && veryHidden !== true) visible.push(index);
    return false;
  };
  await readXlsx(zip, { sheets: note }).catch((thrown: unknown) => {
    throw damaged(thrown);
  });
  return visible;
}

async function sheetOf(zip: Uint8Array, index: number): Promise<Sheet | undefined> {
  const { sheets } = await readXlsx(zip, { sheets: [index] });
  return sheets[0];
}

/** The rows of a sheet. Some programs write a workbook without calculating it, and store no results of formulas. */
function textsOf({ rows, cells: details }: Sheet): readonly TableRow[] {
  const hasNoResult = (row: number, column: number): boolean =>
    details?.get(`${row},${column}`)?.formula !== undefined;
  return rows.map((cells, row) => ({
    line: row + 1,
    cells: cells.map((value, column) =>
      value === null && hasNoResult(row, column) ? null : cellText(value),
    ),
  }));
}

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value instanceof Date ? dateText(value) : value;
}

/** Writes a number. A number with three decimals gets another zero, because the text "1.125" could mean 1125. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Writes a date. The dates of a workbook have no time zone. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const [day = "", time = ""] = date.toISOString().split("T");
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 8)}`;
}

function damaged(thrown: unknown): Error {
  return thrown instanceof AppFailure ? thrown : invalidInput(FILE_PROBLEMS.damaged, { cause: thrown });
}
