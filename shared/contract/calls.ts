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
