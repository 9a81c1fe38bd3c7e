import { Readable } from "node:stream";
import yazl from "yazl";
import { invalidInput } from "../../../shared/base/errors.ts";
import { columnLetters, xlsxFrame, type SheetColumn } from "./xlsx-frame.ts";
import type { Cell } from "../../store/database/decode.ts";
import { FILE_ERRORS } from "./messages.ts";
import { dateSerial, fittingText } from "./xlsx-cells.ts";

/** The most rows of a sheet in Excel, including the heading. */
const SHEET_ROWS = 1_048_576;
/** The number of rows per chunk of a sheet. */
const PIECE = 500;
/** The content of a workbook. */
export interface XlsxContent {
  /** The first sheet's name. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly total: number;
  /** The currencies with a number format. Amounts in another currency are written as plain numbers. */
  readonly currencies?: readonly string[];
  /** The rows; their dates are ISO 8601. */
  readonly rows: Iterable<readonly Cell[]>;
  /** The lines of the last sheet, each with a label and a text. */
  readonly facts: readonly (readonly [string, string])[];
  /** The most rows of a sheet, including the heading. Only tests set it. */
  readonly sheetRows?: number;
}

/**
 * Yields a workbook in chunks. Numbers and dates are typed, and texts never become formulas. If a sheet is full,
 * another sheet begins. Dates that Excel cannot store (before March 1900) stay ISO 8601 texts.
 * @param onRows called from time to time with the number of finished rows.
 */
export async function* xlsxStream(
  { name, columns, total, rows, facts, currencies = [], sheetRows = SHEET_ROWS }: XlsxContent,
  onRows: (done: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const room = sheetRows - 1;
  const count = Math.max(1, Math.ceil(total / room));
  const sizes = Array.from({ length: count }, (_, index) => Math.min(room, total - index * room));
  const frame = await xlsxFrame(name, columns, sizes, facts, currencies);
  const source = rows[Symbol.iterator]();
  const attribute = (style: number | undefined): string => (style ? ` s="${style}"` : "");
  const money = new Map<Cell, string>(
    [...frame.moneyStyles].map(([currency, style]) => [currency, attribute(style)]),
  );
  const cells = columns.map(({ kind, currencyAt }, index) => ({
    letters: columnLetters(index),
    isDate: kind === "date",
    style: attribute(frame.styles[index]),
    currencyAt: currencyAt ?? null,
  }));
  let done = 0;
  const sheetText = async function* (index: number): AsyncGenerator<string> {
    const { before, after } = frame.sheets[index] ?? { before: "", after: "" };
    yield before;
    let piece = "";
    const size = sizes[index] ?? 0;
    for (let row = 1; row <= size; row += 1) {
      const { value } = source.next() as { value: readonly Cell[] | undefined };
      if (!value) throw new Error("xlsx: fewer rows than were counted");
      piece += rowXml(row + 1, cells, value, money);
      if (row % PIECE !== 0 && row !== size) continue;
      done += row % PIECE === 0 ? PIECE : row % PIECE;
      yield piece;
      piece = "";
      await onRows(done);
    }
    yield after;
  };
  try {
    const parts: ZipPart[] = [
      ...[...frame.parts].map(([path, text]) => ({ path, text: [text] })),
      ...frame.sheets.map(({ path }, index) => ({ path, text: sheetText(index) })),
    ];
    yield* zipStream(parts);
  } finally {
    source.return?.();
  }
}

interface CellShape {
  readonly letters: string;
  readonly isDate: boolean;
  /** The XML attribute for the style; empty without a style. */
  readonly style: string;
  /** The index of the cell with the amount's currency; null for other columns. */
  readonly currencyAt: number | null;
}

function rowXml(
  number: number,
  shapes: readonly CellShape[],
  values: readonly Cell[],
  money: ReadonlyMap<Cell, string>,
): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < shapes.length; index += 1) {
    const value = values[index] ?? null;
    const shape = shapes[index];
    if (value === null || !shape) continue;
    const { letters, isDate, currencyAt } = shape;
    const style = currencyAt === null ? shape.style : (money.get(values[currencyAt] ?? null) ?? "");
    const serial = typeof value === "number" ? value : isDate ? dateSerial(value) : null;
    xml +=
      serial === null
        ? `<c r="${letters}${number}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value as string)}</t></is></c>`
        : `<c r="${letters}${number}"${style}><v>${serial}</v></c>`;
  }
  return `${xml}</row>`;
}

/**
 * Characters that need escaping: XML's markup, characters that XML does not allow, and Excel's own escapes such as
 * `_x0041_` for A.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE = /[&<>]|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function xmlText(text: string): string {
  return fittingText(text).replace(
    UNSAFE,
    (found) => ENTITIES[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
}

/** A part of an archive. Its text may be generated while the archive is written. */
interface ZipPart {
  readonly path: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** The most bytes of an archive. Larger archives need ZIP64, which some spreadsheet programs cannot read. */
const MAX_BYTES = 0xffff_ffff;
/** The earliest date of a ZIP. With it, the same rows give the same bytes. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Yields a ZIP archive in chunks, in bounded memory.
 * @throws AppFailure of kind `invalid_input` if a part or the whole archive exceeds 4 GiB.
 */
async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (thrown: Error): unknown => output.destroy(thrown);
  zip.on("error", fail);
  for (const { path, text } of parts)
    zip.addReadStreamLazy(path, UNDATED, (open) =>
      open(null, Readable.from(bounded(text), { objectMode: false }).once("error", fail)),
    );
  zip.end();
  yield* bounded(output);
}

/** Yields the pieces as bytes. @throws AppFailure if they exceed the limit of a workbook. */
async function* bounded(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge();
    yield bytes;
  }
}

function tooLarge(): Error {
  return invalidInput(FILE_ERRORS.tooLarge);
}
