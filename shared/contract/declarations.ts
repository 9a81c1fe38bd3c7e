import type { Sentence } from "../base/text/texts.ts";
import { z } from "zod";

/** A group of calls by name. Each feature and each layer declares its own group. */
export type CallGroup = Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;

/** The result of a handler; void if the call's output is undefined. */
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
 * A kind of user data for a connection: records by id, saved one by one. Reading, saving, the push `recordsChanged`,
 * backup, restore and deletion are derived from this declaration and its line in `shared/contract/documents.ts`.
 */
export interface ConnectionDocument {
  /** The document's name in the database, which must never change. */
  readonly name: string;
  readonly record: z.ZodType;
  /** The schema of the records' ids; absent if any text is a valid id. */
  readonly id?: z.ZodType<string>;
  /** The most parts of one record of a team; absent for the usual limit. A schema that is slow needs a lower limit. */
  readonly maxTeamParts?: number;
  /** The most records of one connection. */
  readonly maxRecords: number;
  /** The sentence for a user who tries to save more records than `maxRecords`. */
  readonly tooMany: Sentence;
}

/** The id of the only record in a document that has a single record. */
export const SINGLE_RECORD = "";
