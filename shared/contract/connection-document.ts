import type { z } from "zod";

/**
 * Something that users set for a connection: records by id, saved one by one. Reading, saving, the push `recordsChanged`,
 * backup, restore and forgetting follow from this declaration and its line in `shared/contract/documents.ts`.
 */
export interface ConnectionDocument {
  /** Its name in the database; it never changes. */
  readonly name: string;
  readonly record: z.ZodType;
  /** The most records of one connection. */
  readonly maxRecords: number;
  /** The sentence for a user who would save more. */
  readonly tooMany: string;
}

/** The id of the record of a document that is a single value. */
export const SINGLE_RECORD = "";
