import { z } from "zod";
import { fieldNameSchema } from "../inventory/resources.ts";
import { DATE_STEPS } from "../base/time/date-steps.ts";
import { querySchema } from "./query.ts";

/** Totals of one field over the rows with a number in one unit. */
const totalSchema = z.strictObject({
  /** The unit of the numbers if the service sends a unit (a currency); else null. */
  measuredIn: z.string().nullable(),
  /** The number of rows that have a number; never 0. */
  count: z.int(),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
});
export type Total = z.infer<typeof totalSchema>;

/** The totals of a result. Each number field has one total for each unit. */
export const totalsSchema = z.strictObject({
  /** The number of the result's rows. */
  rows: z.int(),
  fields: z.record(z.string(), z.array(totalSchema)),
});
export type Totals = z.infer<typeof totalsSchema>;

/** The most buckets of a histogram. */
export const MAX_BUCKETS = 200;

/** The distribution of one field's numbers over a result. Its buckets have equal width, from `min` to `max`. */
export const histogramSchema = z.strictObject({
  /** The smallest and the largest number; null if no row has a number. */
  bounds: z.strictObject({ min: z.number(), max: z.number() }).nullable(),
  /**
   * The number of rows in each bucket. There is one bucket if all numbers are equal, and no bucket if no row has a
   * number.
   */
  buckets: z.array(z.int()),
  /** The number of rows that have no number. */
  empty: z.int(),
});
export type Histogram = z.infer<typeof histogramSchema>;

/** The most parts of each group. */
const MAX_PARTS = 16;

/** A request to divide a result into groups, and each group into parts. */
export const breakdownRequestSchema = z.strictObject({
  /** The field of the groups; null for one group of all rows. */
  by: z.strictObject({ field: fieldNameSchema, step: z.enum(DATE_STEPS).optional() }).nullable(),
  /** One filter for each part. A part contains the rows that pass its filter. Parts may overlap. */
  parts: z.array(querySchema.shape.filter.unwrap()).min(1).max(MAX_PARTS),
  /** Number and date fields that are totalled in each part. Sums and bounds of dates are in ms since the epoch. */
  fields: z.array(fieldNameSchema).max(8),
});
export type BreakdownRequest = Readonly<z.infer<typeof breakdownRequestSchema>>;

const partSchema = z.strictObject({
  rows: z.int(),
  /** For each field, one total per unit; empty if no row has a number. */
  totals: z.record(z.string(), z.array(totalSchema)),
});

export const breakdownSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      /** The value of the field. Null for rows without a value, and for the single group of all rows. */
      value: z.string().nullable(),
      /** The name of a reference; null if the reference has no name. */
      name: z.string().nullable(),
      /** The parts of the group, in the order of the requested parts. */
      parts: z.array(partSchema),
    }),
  ),
  /** The number of groups that are not listed. */
  more: z.int(),
});
export type Breakdown = z.infer<typeof breakdownSchema>;
export type BreakdownGroup = Breakdown["groups"][number];
