import { z } from "zod";
import { ERROR_KINDS, NETWORK_REASONS, STORE_REASONS } from "./error-kinds.ts";

/** A failure as plain data: it survives structured clone, and carries no secret. */
export const appErrorSchema = z.strictObject({
  kind: z.enum(ERROR_KINDS),
  /** One sentence for people. */
  message: z.string(),
  reason: z.enum([...NETWORK_REASONS, ...STORE_REASONS]).optional(),
  /** HTTP status of the answer, if there was one. */
  status: z.int().optional(),
  /** The service's own words (specification 2.6). */
  serviceError: z.string().optional(),
  serviceMessage: z.string().optional(),
  requestId: z.string().optional(),
  /** Rows that would no longer be shown, of how many (`mass_removal`). */
  missing: z.strictObject({ rows: z.int(), of: z.int() }).optional(),
  /** ISO 8601: not before then is another request worth sending. */
  retryAt: z.string().optional(),
});
export type AppError = z.infer<typeof appErrorSchema>;
