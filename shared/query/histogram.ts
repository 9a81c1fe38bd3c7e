import { z } from "zod";

/** The most buckets that one histogram may ask for. */
export const MAX_BUCKETS = 200;

/**
 * The distribution of one field's numbers over a query's result, in buckets of equal width. They reach from `min` to
 * `max`.
 */
export const histogramSchema = z.strictObject({
  /** The smallest and the largest number; null if no row has one. */
  bounds: z.strictObject({ min: z.number(), max: z.number() }).nullable(),
  /** Rows in each bucket. One bucket if all numbers are the same, none if there is no number. */
  buckets: z.array(z.int()),
  /** Rows without a number. */
  empty: z.int(),
});
export type Histogram = z.infer<typeof histogramSchema>;
