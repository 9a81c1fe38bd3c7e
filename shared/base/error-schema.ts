import { z } from "zod";
import { ERROR_KINDS, NETWORK_REASONS, STORE_REASONS } from "./error-kinds.ts";
import type { Sentence } from "./text/texts.ts";

const valueSchema: z.ZodType<string | number | Sentence> = z.lazy(() =>
  z.union([z.string(), z.number(), sentenceSchema]),
);
const keyAndValues = {
  key: z.string().max(200),
  values: z.record(z.string().max(100), valueSchema),
};

/** The key and the arguments of the English sentence next to them. They are used to translate the sentence. */
export const sentenceKeySchema = z.strictObject(keyAndValues);

/** A sentence for users, whose arguments may be sentences too. */
export const sentenceSchema: z.ZodType<Sentence> = z.strictObject({ english: z.string(), ...keyAndValues });

/** A failure as plain data, which survives structured clone and contains no secret. */
export const appErrorSchema = z.strictObject({
  kind: z.enum(ERROR_KINDS),
  /** A sentence for users, in English. */
  message: z.string(),
  /** The key and the arguments of `message`, for its translation; absent if the message has no translation. */
  text: sentenceKeySchema.optional(),
  reason: z.enum([...NETWORK_REASONS, ...STORE_REASONS]).optional(),
  /** HTTP status of the answer, if there was one. */
  status: z.int().optional(),
  /** The service's own error text (specification 2.6). */
  serviceError: z.string().optional(),
  serviceMessage: z.string().optional(),
  /** The key and the arguments of `serviceMessage`, if a collector sent them. */
  serviceText: sentenceKeySchema.optional(),
  requestId: z.string().optional(),
  /** The number of items that would disappear, and the number of all items (`mass_removal`). */
  missing: z.strictObject({ rows: z.int(), of: z.int() }).optional(),
  /** The time before which another request is useless; ISO 8601. */
  retryAt: z.string().optional(),
});
export type AppError = z.infer<typeof appErrorSchema>;
