import { z } from "zod";
import { fileTableSchema, MAX_TABLE_BASE64 } from "../../delivery/file-table.ts";
import { savedFileSchema } from "../../contract/declarations.ts";
import { CSV_BEGIN, csvLine } from "../../delivery/export-formats.ts";
import { ofProfile } from "../../inventory/profiles.ts";

/** The most names of one connection, and the most characters of each part. */
export const MAX_NAMES = 20_000;
export const MAX_NAME = 120;
export const MAX_NOTE = 1_000;
export const MAX_ID = 500;

/** A user's entry for an id without a name in the API. Missing parts are "". */
export const nameEntrySchema = z.strictObject({
  id: z.string().min(1).max(MAX_ID),
  name: z.string().max(MAX_NAME),
  team: z.string().max(MAX_NAME),
  note: z.string().max(MAX_NOTE),
});
export type NameEntry = z.infer<typeof nameEntrySchema>;

/** The limit of a connection's name book, by which it is saved. */
export const NAME_LIMIT = {
  maxRecords: MAX_NAMES,
  tooMany: `A connection can have ${MAX_NAMES} names.`,
} as const;

/** The calls of the name book. The connection need not be open. */
export const NAME_CALLS = {
  /** Every entry, by id. */
  listNames: { input: z.strictObject(ofProfile), output: z.array(nameEntrySchema) },
  /** Adds entries, or replaces those with the same ids. An entry without name, team and note is removed. */
  saveNames: {
    input: z.strictObject({
      ...ofProfile,
      entries: z.array(nameEntrySchema).min(1).max(MAX_NAMES),
      /** The entry that an editor showed when it opened, as `seen` of `saveRecords`. */
      seen: nameEntrySchema.optional(),
    }),
    output: z.undefined(),
  },
  /** Writes the name book as CSV into a file that the user chooses. */
  exportNames: { input: z.strictObject(ofProfile), output: savedFileSchema },
  /** Reads the table of a CSV or XLSX file, given as Base64. */
  readTableFile: {
    input: z.strictObject({ base64: z.string().min(1).max(MAX_TABLE_BASE64) }),
    output: fileTableSchema,
  },
} as const;

export const NAME_PUSHES = {
  /** A profile's name book was changed in any window. */
  names: z.strictObject(ofProfile),
} as const;

/** An entry in its stored form: no blanks around its parts, and line ends only in the note. */
export function tidyEntry({ id, name, team, note }: NameEntry): NameEntry {
  const line = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
  return { id, name: line(name), team: line(team), note: note.trim() };
}

/** The empty entry of an id. */
export const blankEntry = (id: string): NameEntry => ({ id, name: "", team: "", note: "" });

/** Whether an entry is empty. */
export function isBlank({ name, team, note }: Omit<NameEntry, "id">): boolean {
  return name === "" && team === "" && note === "";
}

/** The default file name of an exported name book. */
export const NAME_FILE = "names.csv";

/** The headings of a name book's file, in order. */
export const NAME_COLUMNS = ["id", "name", "team", "note"] as const satisfies readonly (keyof NameEntry)[];

/** A name book as CSV, which Stockdeck and spreadsheets read. */
export function nameFileText(entries: readonly NameEntry[]): string {
  const lines = entries.map((entry) => csvLine(NAME_COLUMNS.map((column) => entry[column])));
  return [CSV_BEGIN + csvLine(NAME_COLUMNS), ...lines].join("");
}
