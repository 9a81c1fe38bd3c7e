import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_COLUMNS, MAX_SHARED_TEXT, MAX_SHEET_ROWS } from "./limits.ts";
import { NOT_WHOLE, xmlElements } from "./xml-elements.ts";

/** A cell of a file: a text, or a number where the format tells one from the other. */
export type FileCell = string | number | null;

/**
 * The rows of a sheet, from pieces of its XML, in their order; cells that are not there are null. Rows that hold nothing
 * are what is left of deleted ones: they are left out, but for the first. Reads what a sheet of an export has and what
 * Excel and LibreOffice make of it when they save it, and expands no entity but XML's own.
 * @param shared the texts that cells of another program refer to.
 * @throws AppFailure where the XML ends early, a row is too large, or there are more rows than a sheet has.
 */
export async function* sheetRows(
  texts: AsyncIterable<string>,
  shared: readonly string[],
): AsyncGenerator<readonly FileCell[]> {
  let count = 0;
  for await (const rows of xmlElements(texts, "row")) {
    for (const row of rows) {
      count += 1;
      if (count > MAX_SHEET_ROWS)
        throw invalidInput("A sheet of this workbook has more than 1,048,576 rows, the most that Excel has.");
      const cells = cellsOf(row, shared);
      if (count === 1 || cells.some((cell) => cell !== null)) yield cells;
    }
  }
}

/** What a text costs beside its characters. */
const TEXT = 24;

/** The shared texts of a workbook. @throws AppFailure where they are too many. */
export async function sharedTexts(texts: AsyncIterable<string>): Promise<readonly string[]> {
  const shared: string[] = [];
  let size = 0;
  for await (const elements of xmlElements(texts, "si")) {
    for (const element of elements) {
      const text = textOf(element);
      size += TEXT + text.length;
      if (size > MAX_SHARED_TEXT) throw tooMuchText();
      shared.push(ownText(text));
    }
  }
  return shared;
}

/** A text on its own. @security one that was cut out keeps all of the XML around it in memory. */
export function ownText(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

function tooMuchText(): Error {
  return invalidInput(
    "This workbook has more than 100 million characters of text, the most that is compared.",
  );
}

function cellsOf(row: string, shared: readonly string[]): readonly FileCell[] {
  const cells: FileCell[] = [];
  for (let at = row.indexOf("<c"); at >= 0; at = row.indexOf("<c", at)) {
    const head = row.indexOf(">", at);
    if (head < 0) throw invalidInput(NOT_WHOLE);
    const attributes = row.slice(at, head);
    const isEmpty = row[head - 1] === "/";
    const end = isEmpty ? head : row.indexOf("</c>", head);
    if (end < 0) throw invalidInput(NOT_WHOLE);
    const place = placeOf(attributes) ?? cells.length;
    if (place >= MAX_COLUMNS) throw invalidInput("This file has too many columns.");
    while (cells.length < place) cells.push(null);
    cells[place] = isEmpty ? null : valueOf(attributes, row.slice(head + 1, end), shared);
    at = end + 1;
  }
  return cells;
}

function valueOf(attributes: string, content: string, shared: readonly string[]): FileCell {
  const type = /\st="(\w+)"/.exec(attributes)?.[1] ?? "n";
  if (type === "inlineStr") return textOf(content);
  const begin = content.indexOf("<v>");
  const end = content.indexOf("</v>", begin);
  if (begin < 0 || end < 0) return null;
  const value = unescapeXml(content.slice(begin + 3, end));
  if (type === "s") return shared[Number(value)] ?? null;
  if (type !== "n") return value;
  const number = Number(value);
  return value.trim() === "" || !Number.isFinite(number) ? value : number;
}

/** The text of an element: all of its `t` together, for runs of rich text have one each. */
function textOf(content: string): string {
  let text = "";
  for (let at = content.indexOf("<t"); at >= 0; at = content.indexOf("<t", at)) {
    const head = content.indexOf(">", at);
    if (head < 0) throw invalidInput(NOT_WHOLE);
    const isText = content[at + 2] === ">" || content[at + 2] === " ";
    const end = !isText || content[head - 1] === "/" ? head : content.indexOf("</t>", head);
    if (end < 0) throw invalidInput(NOT_WHOLE);
    text += content.slice(head + 1, Math.max(head + 1, end));
    at = end + 1;
  }
  // Excel's own escape for what XML does not have, and for itself.
  return unescapeXml(text).replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undoes XML's own five entities and characters by number; any other stays as it is. */
export function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
    if (typeof name === "string") return ENTITIES[name] ?? whole;
    const code = typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The index of a cell's column by its reference ("AB12" is 27); null where it has none. */
function placeOf(attributes: string): number | null {
  const letters = /\sr="([A-Z]{1,3})\d+"/.exec(attributes)?.[1];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
