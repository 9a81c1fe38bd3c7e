import type { FileHandle } from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import { unsafePart } from "../../../shared/text/sanitised-json.ts";
import { MAX_COLUMNS, MAX_HEADER, MAX_WHOLE_JSON } from "./limits.ts";
import type { FileCell } from "./sheet-rows.ts";
import type { TableFile } from "./table.ts";
import { decoded, fileChunks, textLines } from "./text-lines.ts";

const HEADER = '{"header":';
const ROWS = '"rows":[';
const NOT_WHOLE = "This file ends in the middle: it is not whole.";

/**
 * JSON as Stockdeck lays it out (its header, then one row a line), NDJSON, or any JSON that is an array of objects.
 * @param size bytes; JSON of another layout is read whole, and therefore bounded.
 */
export async function openJson(handle: FileHandle, size: number): Promise<TableFile> {
  const { value: first } = await textLines(decoded(fileChunks(handle))).next();
  const line = first?.text.trim() ?? "";
  if (line.startsWith(HEADER) && line.endsWith(",")) {
    const header = line.slice(HEADER.length, -1);
    if (header.length > MAX_HEADER) throw invalidInput("What this file says of itself is too large.");
    if (header.includes('"content":"changes"')) throw changesRefusal();
    return ofObjects("json", header, () => ownRows(handle));
  }
  if (line.startsWith("{") && isJson(line)) return ofObjects("ndjson", null, () => lineRows(handle));
  if (size > MAX_WHOLE_JSON)
    throw invalidInput("This JSON is too large, and not laid out as Stockdeck does: one row a line.");
  return ofObjects("json", null, () => wholeRows(handle));
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

async function* wholeRows(handle: FileHandle): AsyncGenerator {
  let text = "";
  for await (const piece of decoded(fileChunks(handle))) text += piece;
  const value = parsed(text, null);
  const rows: unknown = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows)) throw invalidInput("This JSON is no list of rows.");
  yield* rows;
}

function parsed(text: string, line: number | null): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput(
      line === null ? "This file is no whole JSON." : `Line ${line} of this file is no whole JSON.`,
    );
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
