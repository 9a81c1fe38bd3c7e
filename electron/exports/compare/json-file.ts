import type { FileHandle } from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import { unsafePart } from "../../../shared/text/sanitised-json.ts";
import { jsonRows, NO_WHOLE_JSON } from "./json-rows.ts";
import { MAX_COLUMNS, MAX_HEADER, MAX_LINE } from "./limits.ts";
import type { FileCell } from "./sheet-rows.ts";
import type { TableFile } from "./table.ts";
import { decoded, fileChunks, textLines } from "./text-lines.ts";

const HEADER = '{"header":';
const ROWS = '"rows":[';
const NOT_WHOLE = "This file ends in the middle: it is not whole.";

/** JSON as Stockdeck lays it out (its header, then one row a line), NDJSON, or any JSON that is an array of objects. */
export async function openJson(handle: FileHandle): Promise<TableFile> {
  const line = await firstLine(handle);
  if (line.startsWith(HEADER) && line.endsWith(",")) {
    const header = line.slice(HEADER.length, -1);
    if (header.length > MAX_HEADER) throw invalidInput("What this file says of itself is too large.");
    if (header.includes('"content":"changes"')) throw changesRefusal();
    return ofObjects("json", header, () => ownRows(handle));
  }
  if (line.startsWith("{") && isJson(line)) return ofObjects("ndjson", null, () => lineRows(handle));
  return ofObjects("json", null, () => otherRows(handle));
}

/** The first line, which tells the layout; as much as a line may be where there is none. */
async function firstLine(handle: FileHandle): Promise<string> {
  let text = "";
  for await (const piece of decoded(fileChunks(handle))) {
    text += piece;
    if (piece.includes("\n") || text.length > MAX_LINE) break;
  }
  const end = text.indexOf("\n");
  return (end < 0 ? text : text.slice(0, end)).trim();
}

/** What is said of a file of changes. */
export function changesRefusal(): Error {
  return invalidInput("This file is a list of changes, not of rows. Choose an export of rows.");
}

function ofObjects(
  format: "json" | "ndjson",
  header: string | null,
  objects: () => AsyncGenerator,
): TableFile {
  const columns: string[] = [];
  const places = new Map<string, number>();
  return {
    format,
    header,
    columns,
    rows: async function* () {
      for await (const object of objects()) yield cellsOf(object, columns, places);
    },
  };
}

/** The members of an object as cells, under columns that grow by its new names. */
function cellsOf(object: unknown, columns: string[], places: Map<string, number>): readonly FileCell[] {
  if (typeof object !== "object" || object === null || Array.isArray(object))
    throw invalidInput("A row of this file is no object with fields.");
  const problem = unsafePart(object);
  if (problem !== null) throw invalidInput(`A row of this file is refused: ${problem}.`);
  const cells: FileCell[] = [];
  for (const [name, value] of Object.entries(object)) {
    let place = places.get(name);
    if (place === undefined) {
      place = columns.length;
      if (place >= MAX_COLUMNS) throw invalidInput("This file has too many columns.");
      if (name.length > MAX_LINE / MAX_COLUMNS)
        throw invalidInput("The name of a column of this file is too long.");
      places.set(name, place);
      columns.push(name);
    }
    while (cells.length < place) cells.push(null);
    cells[place] = asCell(value);
  }
  return cells;
}

function asCell(value: unknown): FileCell {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}

async function* ownRows(handle: FileHandle): AsyncGenerator {
  let [place, closed, more] = [0, false, true];
  for await (const { text } of textLines(decoded(fileChunks(handle)))) {
    const line = text.trim();
    place += 1;
    if (place === 1 || line === "") continue;
    if (place === 2) {
      if (line !== ROWS) throw invalidInput("This file is not laid out as Stockdeck does.");
    } else if (line === "]}") {
      closed = true;
    } else {
      if (closed || !more)
        throw invalidInput(`Line ${place} of this file does not belong there: it is damaged.`);
      more = line.endsWith(",");
      yield parsed(more ? line.slice(0, -1) : line, place);
    }
  }
  if (!closed) throw invalidInput(NOT_WHOLE);
}

async function* lineRows(handle: FileHandle): AsyncGenerator {
  let place = 0;
  for await (const { text, ended } of textLines(decoded(fileChunks(handle)))) {
    place += 1;
    if (text.trim() === "") continue;
    if (!ended && !isJson(text)) throw invalidInput(NOT_WHOLE);
    yield parsed(text, place);
  }
}

async function* otherRows(handle: FileHandle): AsyncGenerator {
  for await (const row of jsonRows(decoded(fileChunks(handle)))) yield parsed(row, null);
}

function parsed(text: string, line: number | null): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput(line === null ? NO_WHOLE_JSON : `Line ${line} of this file is no whole JSON.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
