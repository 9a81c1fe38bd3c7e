import { FILE_PROBLEMS } from "./messages.ts";
import { CsvError, parse } from "csv-parse/sync";
import { invalidInput } from "../../../shared/base/errors.ts";
import { plainCsvText } from "../../../shared/base/text/formula.ts";
import { csvText } from "./csv-text.ts";
import { parseJson } from "../../../shared/base/text/json.ts";

/** A row of a file, as texts. */
export interface TableRow {
  /** The line on which the row begins, or its number in the sheet, from 1. */
  readonly line: number;
  /** The cells; null for a formula without a stored result. */
  readonly cells: readonly (string | null)[];
}

/** A row of a CSV. */
interface CsvRow extends TableRow {
  readonly cells: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The number of rows from which the delimiter is guessed. */
const SAMPLE_ROWS = 50;
const WITHOUT_TEXT = /^[\s,;|"]*$/;
/** The line with which Excel names the delimiter. */
const SEPARATOR = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i;

/**
 * Reads the rows of a CSV that are not empty. The text is read as RFC 4180 defines, with the extensions of
 * spreadsheets. The delimiter is one of four, or the delimiter in a `sep=` line. The line ends of all systems are
 * accepted.
 * @throws AppFailure `invalid_input` if the file ends within quotes, or is not a text.
 */
export function csvRows(bytes: Uint8Array): readonly TableRow[] {
  const text = csvText(bytes);
  if (isJson(text)) throw invalidInput(FILE_PROBLEMS.otherFile);
  const [line = "", named] = SEPARATOR.exec(text) ?? [];
  const body = text.slice(line.length);
  if (WITHOUT_TEXT.test(body)) return [];
  const rows = recordsOf(body, named ?? delimiterOf(body));
  const skipped = line === "" ? 0 : 1;
  return rows.map(({ line: at, cells }) => ({ line: at + skipped, cells: cells.map(plainCsvText) }));
}

/**
 * Whether a text is JSON or NDJSON. A bracket at the beginning is no proof: SQL tools write the heading "[id],name".
 */
function isJson(text: string): boolean {
  const begin = /^\s*([[{].*)/.exec(text)?.[1];
  if (begin === undefined) return false;
  return parseJson(text) !== null || (begin.startsWith("{") && parseJson(begin) !== null);
}

/** The delimiter that fits the most rows. A row fits if it has several cells, but not more than the heading. */
function delimiterOf(text: string): string {
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(text, delimiter) }));
  const [best] = fits.toSorted((left, right) => right.score - left.score || right.width - left.width);
  // A delimiter that does not occur in the text fits no rows.
  const chosen = best && best.score > 0 ? best : fits.find(({ score }) => score < 0);
  return chosen?.delimiter ?? ",";
}

function fitOf(text: string, delimiter: string): { readonly width: number; readonly score: number } {
  try {
    const widths = recordsOf(text, delimiter, SAMPLE_ROWS).map(({ cells }) => cells.length);
    const [width = 1, ...others] = widths;
    if (width === 1) return { width, score: 0 };
    const fitting = others.filter((cells) => cells > 1 && cells <= width).length;
    const over = others.filter((cells) => cells > width).length;
    return { width, score: 1 + fitting - 2 * over };
  } catch {
    // With this delimiter, the quotes make no sense.
    return { width: 1, score: -1 };
  }
}

/** The records that are not empty, each with the number of its first line. */
function recordsOf(text: string, delimiter: string, most?: number): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      ...(most === undefined ? {} : { to: most }),
      on_record: (cells: string[]) => {
        if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
        line += cells.reduce((sum, cell) => sum + breaksIn(cell), 1);
        return null;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    throw invalidInput(FILE_PROBLEMS.cutOff, { cause: thrown });
  }
  return rows;
}

function breaksIn(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}
