import { z } from "zod";

/** A group of calls by name, as each feature and layer declares its own. */
export type CallGroup = Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;

/** The answer of a handler; a call whose output is undefined may answer nothing. */
type Answer<T> = [T] extends [undefined] ? void : T;

/** One handler for each call of a group. */
export type HandlersOf<G extends CallGroup> = {
  readonly [N in keyof G]: (
    input: z.infer<G[N]["input"]>,
  ) => Promise<Answer<z.infer<G[N]["output"]>>> | Answer<z.infer<G[N]["output"]>>;
};

/** The name of a file that the user chose, without its folder; null if they cancelled. */
export const savedFileSchema = z.strictObject({ file: z.string().nullable() });

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
