import { z } from "zod";
import { ERROR_KINDS, NETWORK_REASONS, STORE_REASONS } from "../base/error-kinds.ts";

/** One request and its outcome, without key and cursor. It is safe to show and copy. */
export const callSchema = z.strictObject({
  /** When it was sent, ISO 8601 by the local clock. */
  at: z.string(),
  method: z.literal("GET"),
  /** The path with `limit` and `updatedSince`, but no other parameter. */
  path: z.string(),
  /** Null if no answer came; `error` then has the reason. */
  status: z.int().nullable(),
  /** Null for a success. */
  error: z.enum(ERROR_KINDS).nullable(),
  /** The reason why no answer came, if the platform reports one. */
  reason: z.enum([...NETWORK_REASONS, ...STORE_REASONS]).nullable(),
  /** Ms from sending the request to the end of the answer. */
  milliseconds: z.number(),
  /** The service's request id, for its support; null if there is none. */
  requestId: z.string().nullable(),
});
export type Call = z.infer<typeof callSchema>;
