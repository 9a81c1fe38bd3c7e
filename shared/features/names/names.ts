import { NAME_LIMITS } from "./messages.ts";
import { z } from "zod";
import { fileTableSchema, MAX_TABLE_BASE64 } from "../../delivery/file-table.ts";
import { savedFileSchema, type ConnectionDocument } from "../../contract/declarations.ts";
import { CSV_BEGIN, csvLine } from "../../delivery/export-formats.ts";
import { ofConnection } from "../../inventory/connections.ts";

/** The most names of one connection. The other constants are the most characters of each part. */
export const MAX_NAMES = 20_000;
export const MAX_NAME = 120;
export const MAX_NOTE = 1_000;
export const MAX_ID = 500;

/** Removes blanks at a text's ends, and replaces inner runs of blanks by one space. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** The name book: the user's names for ids that have no name in the API. Missing parts are "". */
export const NAME_BOOK = {
  name: "names",
  id: z.string().min(1).max(MAX_ID),
  record: z.strictObject({
    name: z.string().max(MAX_NAME).overwrite(oneLine),
    team: z.string().max(MAX_NAME).overwrite(oneLine),
    note: z.string().max(MAX_NOTE).trim(),
  }),
  maxRecords: MAX_NAMES,
  tooMany: NAME_LIMITS.tooMany({ most: String(MAX_NAMES) }),
} as const satisfies ConnectionDocument;

export type NameRecord = Readonly<z.infer<typeof NAME_BOOK.record>>;
/** A record of the name book with its id. */
export type NameEntry = NameRecord & { readonly id: string };

/** The calls of the name book alone. The connection need not be open. */
export const NAME_CALLS = {
  /** Writes the name book as CSV into a file that the user chooses. */
  exportNames: { input: z.strictObject(ofConnection), output: savedFileSchema },
  /** Reads the table of a CSV or XLSX file, given as Base64. */
  readTableFile: {
    input: z.strictObject({ base64: z.string().min(1).max(MAX_TABLE_BASE64) }),
    output: fileTableSchema,
  },
} as const;

/** Trims an entry to its stored form: no blanks around its parts, and line ends only in the note. */
export const tidyEntry = ({ id, name, team, note }: NameEntry): NameEntry => ({
  id,
  name: oneLine(name),
  team: oneLine(team),
  note: note.trim(),
});

/** Makes the empty entry of an id. */
export const blankEntry = (id: string): NameEntry => ({ id, name: "", team: "", note: "" });

/** Whether an entry is empty. */
export function isBlank({ name, team, note }: NameRecord): boolean {
  return name === "" && team === "" && note === "";
}

/** The record of a tidy entry; null for an empty entry, which is not stored. */
export const nameRecord = ({ name, team, note }: NameEntry): NameRecord | null =>
  isBlank({ name, team, note }) ? null : { name, team, note };

/** The entries of a name book's records. */
export const nameEntries = (records: ReadonlyMap<string, NameRecord>): NameEntry[] =>
  [...records].map(([id, record]) => ({ id, ...record }));

/** The default file name of an exported name book. */
export const NAME_FILE = "names.csv";

/** The headings of a name book's file, in order. */
export const NAME_COLUMNS = ["id", "name", "team", "note"] as const satisfies readonly (keyof NameEntry)[];

/** A name book as CSV, which Stockdeck and spreadsheets read. */
export function nameFileText(entries: readonly NameEntry[]): string {
  const lines = entries.map((entry) => csvLine(NAME_COLUMNS.map((column) => entry[column])));
  return [CSV_BEGIN + csvLine(NAME_COLUMNS), ...lines].join("");
}
