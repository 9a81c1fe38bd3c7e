import { z } from "zod";
import { ERROR_KINDS, NETWORK_REASONS, STORE_REASONS } from "../base/error-kinds.ts";

/** One request and its outcome, without the key and the cursor. It may be shown and copied safely. */
export const callSchema = z.strictObject({
  /** The time at which the request was sent, ISO 8601 by the local clock. */
  at: z.string(),
  method: z.literal("GET"),
  /** The path of the request with `limit` and `updatedSince`; other parameters are left out. */
  path: z.string(),
  /** The status of the answer; null if no answer arrived. `error` then has the reason. */
  status: z.int().nullable(),
  /** Null for a success. */
  error: z.enum(ERROR_KINDS).nullable(),
  /** The reason why no answer came, if the platform reports one. */
  reason: z.enum([...NETWORK_REASONS, ...STORE_REASONS]).nullable(),
  /** Ms from sending the request to the end of the answer. */
  milliseconds: z.number(),
  /** The request id from the service, for the service's support; null if there is none. */
  requestId: z.string().nullable(),
});
export type Call = z.infer<typeof callSchema>;
