import { z } from "zod";

// Apart from usual-times.ts: the store's threads load no zod.

const boundsSchema = z.strictObject({
  least: z.number(),
  /** Null if observation ended too early to tell: it is more than `least`. */
  most: z.number().nullable(),
});
/** A time in ms, known between two bounds: a return is only seen between two refreshes. */
export type UsualBounds = z.infer<typeof boundsSchema>;

const usualTimeSchema = z.strictObject({
  /** The number of returns behind these times. */
  cases: z.int(),
  median: boundsSchema,
  /** Nine of ten items are back by then. */
  p90: boundsSchema,
});
export type UsualTime = z.infer<typeof usualTimeSchema>;

export const usualTimesSchema = z.strictObject({
  /** Since when returns could be observed, ISO 8601; null if nothing was observed yet. */
  since: z.string().nullable(),
  /** The usual time over all types together; null if there are too few returns. */
  all: usualTimeSchema.nullable(),
  /** The usual times of types with enough returns of their own. */
  types: z.array(usualTimeSchema.extend({ typeId: z.string() })).readonly(),
});
export type UsualTimes = z.infer<typeof usualTimesSchema>;
