import { z } from "zod";

// This file is separate from usual-times.ts, because the store's threads load no zod.

const boundsSchema = z.strictObject({
  least: z.number(),
  /** Null if the observation ended too early; the time is then known to be longer than `least`. */
  most: z.number().nullable(),
});
/**
 * A time in ms, known to lie between two bounds. A refresh tells only that an item was returned since the previous
 * refresh.
 */
export type UsualBounds = z.infer<typeof boundsSchema>;

const usualTimeSchema = z.strictObject({
  /** The number of returns from which these times are computed. */
  cases: z.int(),
  median: boundsSchema,
  /** The time within which nine of ten items are returned. */
  p90: boundsSchema,
});
export type UsualTime = z.infer<typeof usualTimeSchema>;

export const usualTimesSchema = z.strictObject({
  /** The time from which returns could be observed, ISO 8601; null if nothing was observed yet. */
  since: z.string().nullable(),
  /** The usual time over all types together; null if there are too few returns. */
  all: usualTimeSchema.nullable(),
  /** The usual times of types with enough returns. */
  types: z.array(usualTimeSchema.extend({ typeId: z.string() })).readonly(),
});
export type UsualTimes = z.infer<typeof usualTimesSchema>;
