import { z } from "zod";
import { savedFileSchema } from "../../contract/declarations.ts";
import { CSV_BEGIN, csvLine } from "../exports/export-formats.ts";
import { ofProfile } from "../../inventory/profiles.ts";

/** The most names of one connection, and the most characters of each part. */
export const MAX_NAMES = 20_000;
export const MAX_NAME = 120;
export const MAX_NOTE = 1_000;
export const MAX_ID = 500;

/** A user's entry for an id that has no name in the API. An example is a holder. Parts left out are "". */
export const nameEntrySchema = z.strictObject({
  id: z.string().min(1).max(MAX_ID),
  name: z.string().max(MAX_NAME),
  team: z.string().max(MAX_NAME),
  note: z.string().max(MAX_NOTE),
});
export type NameEntry = z.infer<typeof nameEntrySchema>;

/** The most bytes of an imported file, and the most Base64 characters of that. */
export const MAX_TABLE_FILE = 4_000_000;
const MAX_TABLE_BASE64 = Math.ceil(MAX_TABLE_FILE / 3) * 4;

/** A table of texts from a file: its headings, its rows with as many cells, and the line on which each row begins. */
export const fileTableSchema = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  lines: z.array(z.number()),
});
export type FileTable = z.infer<typeof fileTableSchema>;

/** The calls of the name book. It belongs to a connection, which need not be open. */
export const NAME_CALLS = {
  /** Every entry, by id. */
  listNames: { input: z.strictObject(ofProfile), output: z.array(nameEntrySchema) },
  /** Adds entries or replaces those of the same ids; one without name, team and note is removed. */
  saveNames: {
    input: z.strictObject({ ...ofProfile, entries: z.array(nameEntrySchema).min(1).max(MAX_NAMES) }),
    output: z.undefined(),
  },
  /** Writes the name book as CSV into a file that the user chooses. */
  exportNames: { input: z.strictObject(ofProfile), output: savedFileSchema },
  /** Reads the table of a CSV or XLSX file, which the page has as Base64. */
  readTableFile: {
    input: z.strictObject({ base64: z.string().min(1).max(MAX_TABLE_BASE64) }),
    output: fileTableSchema,
  },
} as const;

export const NAME_PUSHES = {
  /** A profile's name book was changed in any window. */
  names: z.strictObject(ofProfile),
} as const;

/** An entry as it is kept: no blanks around its parts, and no line ends but in the note. */
export function tidyEntry({ id, name, team, note }: NameEntry): NameEntry {
  const line = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
  return { id, name: line(name), team: line(team), note: note.trim() };
}

/** The entry of an id about which the user says nothing. */
export const blankEntry = (id: string): NameEntry => ({ id, name: "", team: "", note: "" });

/** Whether an entry says nothing. */
export function isBlank({ name, team, note }: Omit<NameEntry, "id">): boolean {
  return name === "" && team === "" && note === "";
}

/** The default file name of an exported name book. */
export const NAME_FILE = "names.csv";

/** The headings of that file, in its order. */
export const NAME_COLUMNS = ["id", "name", "team", "note"] as const satisfies readonly (keyof NameEntry)[];

/** A name book as CSV, which Stockdeck and spreadsheets read. */
export function nameFileText(entries: readonly NameEntry[]): string {
  const lines = entries.map((entry) => csvLine(NAME_COLUMNS.map((column) => entry[column])));
  return [CSV_BEGIN + csvLine(NAME_COLUMNS), ...lines].join("");
}
