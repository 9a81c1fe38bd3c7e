import { text } from "node:stream/consumers";
import { writeXlsx, type CellStyle, type ConditionalRule, type WriteSheet } from "hucre/xlsx";
import yauzl from "yauzl";
import type { ColumnSource } from "../../store/query/line-sql.ts";
import { FACTS } from "./messages.ts";
import { MAX_CELL, moneyFormat } from "./xlsx-cells.ts";

/** A column of a sheet: its heading, and the kind of its cells. */
export interface SheetColumn extends Pick<ColumnSource, "name" | "kind"> {
  /** The index of the cell with the currency of the column's amounts. It may lie beyond the last column. */
  readonly currencyAt?: number | undefined;
}

/** The parts of a workbook, except the rows of its sheets. */
export interface XlsxFrame {
  /** The parts that are complete, by path. */
  readonly parts: ReadonlyMap<string, string>;
  readonly sheets: readonly SheetFrame[];
  /** The style number of each column's cells; 0 is the default. */
  readonly styles: readonly number[];
  /** The style numbers of amounts, by currency. */
  readonly moneyStyles: ReadonlyMap<string, number>;
}

/** The text of a sheet before its first row and after its last row. The heading belongs to the first part. */
export interface SheetFrame {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The format of dates. Excel shows seconds, although the cell contains milliseconds. */
const DATE_FORMAT = "yyyy-mm-dd hh:mm:ss";
const WIDTHS = { text: 24, enum: 14, reference: 18, number: 14, date: 20 } as const;
const NAME_WIDTH = 44;

/** The colours that spreadsheets use for "good", "neutral" and the state in between. */
const STATUS_TONES: Readonly<Record<string, readonly [text: string, fill: string]>> = {
  available: ["006100", "C6EFCE"],
  checked_out: ["9C5700", "FFEB9C"],
  archived: ["595959", "EDEDED"],
};

/**
 * Makes the workbook around the rows with hucre's `writeXlsx`. The rows are streamed into this workbook, because
 * hucre's streaming writer supports no filter, no status colours and no last sheet.
 * @param sizes the number of rows of each sheet, without the heading.
 * @param currencies the currencies of the amounts in the rows.
 */
export async function xlsxFrame(
  name: string,
  columns: readonly SheetColumn[],
  sizes: readonly number[],
  facts: readonly (readonly [string, string])[],
  currencies: readonly string[] = [],
): Promise<XlsxFrame> {
  const sheets = sizes.map((size, index) =>
    dataSheet(index === 0 ? name : `${name} ${index + 1}`, columns, size, currencies),
  );
  const about: WriteSheet = {
    name: FACTS.sheet,
    columns: [{ width: 24 }, { width: 100 }],
    rows: facts.map(([label, value]) => [label, value.slice(0, MAX_CELL)]),
  };
  const parts = await textsOf(await writeXlsx({ sheets: [...sheets, about] }));
  const frames = sizes.map((size, index) =>
    cutOut(parts, `xl/worksheets/sheet${index + 1}.xml`, columns, size, currencies.length),
  );
  for (const { sheet } of frames) parts.delete(sheet.path);
  const styles = frames[0]?.styles ?? [];
  return {
    parts,
    sheets: frames.map(({ sheet }) => sheet),
    styles: styles.slice(0, columns.length),
    moneyStyles: new Map(currencies.map((currency, at) => [currency, styles[columns.length + at] ?? 0])),
  };
}

function dataSheet(
  name: string,
  columns: readonly SheetColumn[],
  size: number,
  currencies: readonly string[],
): WriteSheet {
  // Cells with dates have no time zone, and screens show local time, so the heading must name UTC.
  const heading = columns.map((column) => (column.kind === "date" ? `${column.name} (UTC)` : column.name));
  // A sample row with every kind of cell, from which the style numbers are read.
  const sample = [
    ...columns.map(({ kind }) => (kind === "date" ? new Date(0) : 0)),
    ...currencies.map(() => 0),
  ];
  return {
    name,
    columns: columns.map(({ name: header, kind }) => ({
      header,
      width: /[nN]ame$/.test(header) ? NAME_WIDTH : WIDTHS[kind],
    })),
    rows: [heading, sample],
    cells: new Map([
      ...columns.flatMap(({ kind }, index): [string, { style: CellStyle }][] => [
        [`0,${index}`, { style: { font: { bold: true } } }],
        ...(kind === "date"
          ? [[`1,${index}`, { style: { numFmt: DATE_FORMAT } }] satisfies [string, object]]
          : []),
      ]),
      ...currencies.map((currency, index): [string, { style: CellStyle }] => [
        `1,${columns.length + index}`,
        { style: { numFmt: moneyFormat(currency) } },
      ]),
    ]),
    freezePane: { rows: 1 },
    autoFilter: { range: rangeOf(0, columns.length - 1, 1, size + 1) },
    conditionalRules: statusRules(columns, size),
  };
}

function statusRules(columns: readonly SheetColumn[], size: number): ConditionalRule[] {
  const place = columns.findIndex(({ name }) => name === "status");
  if (place < 0 || size === 0) return [];
  return Object.entries(STATUS_TONES).map(([status, [text, fill]], index) => ({
    type: "cellIs",
    operator: "equal",
    formula: `"${status}"`,
    priority: index + 1,
    range: rangeOf(place, place, 2, size + 1),
    style: {
      font: { color: { rgb: text } },
      fill: { type: "pattern", pattern: "solid", fgColor: { rgb: fill }, bgColor: { rgb: fill } },
    },
  }));
}

function cutOut(
  parts: ReadonlyMap<string, string>,
  path: string,
  columns: readonly SheetColumn[],
  size: number,
  currencies: number,
): { readonly sheet: SheetFrame; readonly styles: readonly number[] } {
  const whole = parts.get(path) ?? "";
  const [sample] = /<row r="2">.*?<\/row>/s.exec(whole) ?? [];
  if (sample === undefined) throw new Error(`xlsx: the frame of ${path} has no row to learn from`);
  const [before = "", after = ""] = whole.split(sample);
  const range = rangeOf(0, columns.length - 1, 1, size + 1);
  return {
    sheet: { path, before: before.replace(/<dimension ref="[^"]*"/, `<dimension ref="${range}"`), after },
    styles: Array.from({ length: columns.length + currencies }, (_, index) =>
      Number(new RegExp(`<c r="${columnLetters(index)}2"[^>]* s="(\\d+)"`).exec(sample)?.[1] ?? 0),
    ),
  };
}

function rangeOf(from: number, to: number, first: number, last: number): string {
  return `${columnLetters(from)}${first}:${columnLetters(Math.max(from, to))}${last}`;
}

/** The letters of a column: A for 0, AA for 26. */
export function columnLetters(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : columnLetters(Math.floor(index / 26) - 1) + rest;
}

/** Reads the texts of an archive that this process itself has made. */
async function textsOf(archive: Uint8Array): Promise<Map<string, string>> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return texts;
}
