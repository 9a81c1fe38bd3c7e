import { z } from "zod";

/** The most bytes of an imported file, and the most characters of its Base64 text. */
export const MAX_TABLE_FILE = 4_000_000;
export const MAX_TABLE_BASE64 = Math.ceil(MAX_TABLE_FILE / 3) * 4;

/** A table of texts from a file: its headings, its rows of equal length, and the line number of each row. */
export const fileTableSchema = z.strictObject({
  columns: z.array(z.string()),
  /** A cell is null if it has no value to read: it has a formula without a stored result, or an error such as #N/A. */
  rows: z.array(z.array(z.string().nullable())),
  lines: z.array(z.number()),
});
export type FileTable = z.infer<typeof fileTableSchema>;
