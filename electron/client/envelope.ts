import { z } from "zod";

/** A list response (specification 2.5). Only the fields of `meta` that paging needs are required. */
export const listEnvelope = z.object({
  // Not `z.array`, which would copy it: the store checks the records one by one.
  data: z.custom<readonly unknown[]>((value) => Array.isArray(value)),
  meta: z.object({
    requestId: z.string().optional().catch(undefined),
    hasMore: z.boolean(),
    nextCursor: z.string().nullish(),
  }),
});

/** A single-resource response; for a type or a location `meta` may be missing (specification 2.5). */
export const singleEnvelope = z.object({
  data: z.record(z.string(), z.unknown()),
  meta: z
    .object({ requestId: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** An error body (specification 2.6); every part is optional here, since a proxy may have written it. */
export const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  requestId: z.string().optional().catch(undefined),
  retryAfter: z.number().min(0).optional().catch(undefined),
});
