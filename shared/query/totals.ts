import { z } from "zod";

/** Totals of one field over rows with a number in the same unit. */
export const totalSchema = z.strictObject({
  /** The unit of the numbers if the service gives one (a currency); null if no field gives it. */
  measuredIn: z.string().nullable(),
  /** Rows with a number; never 0. */
  count: z.int(),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
});
export type Total = z.infer<typeof totalSchema>;

/** Totals of a query's result: of each number field, one for each way that it is measured. */
export const totalsSchema = z.strictObject({
  /** Rows of the result. */
  rows: z.int(),
  fields: z.record(z.string(), z.array(totalSchema)),
});
export type Totals = z.infer<typeof totalsSchema>;

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
