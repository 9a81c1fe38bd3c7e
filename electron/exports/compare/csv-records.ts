import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_COLUMNS, MAX_LINE } from "./limits.ts";

/** A record of CSV. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** True where the line was empty, which is no record to most readers. */
  readonly blank: boolean;
  /** False where the file ended before the line did. */
  readonly ended: boolean;
}

/** What comes next decides what a quote inside of quotes was. */
type State = "begin" | "plain" | "quoted" | "closed";

/**
 * The records of a CSV (RFC 4180), with CRLF or LF, from pieces of its text.
 * @throws AppFailure where it ends within quotes, or a record is too large.
 */
export async function* csvRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  let state: State = "begin";
  let cells: string[] = [];
  let cell = "";
  let size = 0;
  let quotedAny = false;
  const endCell = (): void => {
    cells.push(cell);
    if (cells.length > MAX_COLUMNS) throw invalidInput("This file has too many columns.");
    cell = "";
    state = "begin";
  };
  const endRecord = (ended: boolean): CsvRecord => {
    endCell();
    const record = { cells, blank: cells.length === 1 && cells[0] === "" && !quotedAny, ended };
    cells = [];
    size = 0;
    quotedAny = false;
    return record;
  };
  for await (const text of texts) {
    let at = 0;
    while (at < text.length) {
      const from = at;
      if (state === "quoted") {
        const end = text.indexOf('"', at);
        at = end < 0 ? text.length : end;
        cell += text.slice(from, at);
        if (end >= 0) {
          state = "closed";
          at += 1;
        }
      } else {
        const sign = text[at];
        at += 1;
        if (sign === '"' && (state === "closed" || state === "begin")) {
          if (state === "closed") cell += '"';
          else quotedAny = true;
          state = "quoted";
        } else if (sign === delimiter) {
          endCell();
        } else if (sign === "\n") {
          // A line end is CRLF, unless the carriage return stood within quotes.
          if (state !== "closed" && cell.endsWith("\r")) cell = cell.slice(0, -1);
          yield endRecord(true);
        } else if (sign !== "\r" || state !== "closed") {
          cell += sign;
          state = "plain";
        }
      }
      size += at - from;
      if (size > MAX_LINE) throw invalidInput("A line of this file is too long to be a row of an export.");
    }
  }
  if (state === "quoted") throw invalidInput("This file ends in the middle of a row: it is not whole.");
  if (cells.length > 0 || cell !== "" || state !== "begin") yield endRecord(false);
}
