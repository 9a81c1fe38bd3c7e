import type { NameEntry } from "../names/names.ts";
import { CSV_BEGIN, csvLine } from "./csv.ts";

/** The default file name of an exported name book. */
export const NAME_FILE = "names.csv";

/** The headings of that file, in its order. */
export const NAME_COLUMNS = ["id", "name", "team", "note"] as const satisfies readonly (keyof NameEntry)[];

/** A name book as CSV, which Stockdeck and spreadsheets read. */
export function nameFileText(entries: readonly NameEntry[]): string {
  const lines = entries.map((entry) => csvLine(NAME_COLUMNS.map((column) => entry[column])));
  return [CSV_BEGIN + csvLine(NAME_COLUMNS), ...lines].join("");
}
