import { z } from "zod";
import { fieldNameSchema } from "../inventory/resources.ts";
import { DATE_STEPS } from "../base/time/date-steps.ts";
import { querySchema } from "./query.ts";
import { totalSchema } from "./totals.ts";

/** The most parts that the rows of each group are divided into. */
const MAX_PARTS = 16;

/** How a result is broken down: by one field, and each group into parts. */
export const breakdownRequestSchema = z.strictObject({
  /** The field that groups have in common; null for one group of all rows. */
  by: z.strictObject({ field: fieldNameSchema, step: z.enum(DATE_STEPS).optional() }).nullable(),
  /** Filters within the query: each gives one part, with the rows that pass it. Parts may overlap. */
  parts: z.array(querySchema.shape.filter.unwrap()).min(1).max(MAX_PARTS),
  /** Number and date fields whose totals each part has. Sums and bounds of dates are in ms since the epoch. */
  fields: z.array(fieldNameSchema).max(8),
});
export type BreakdownRequest = Readonly<z.infer<typeof breakdownRequestSchema>>;

const partSchema = z.strictObject({
  rows: z.int(),
  /** By field, one total for each unit; empty if no row has a number. */
  totals: z.record(z.string(), z.array(totalSchema)),
});

export const breakdownSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      /** The value of the field; null for rows without one, and for the one group of all rows. */
      value: z.string().nullable(),
      /** The name behind a reference; null if it has no name. */
      name: z.string().nullable(),
      /** One for each requested part, in their order. */
      parts: z.array(partSchema),
    }),
  ),
  /** The number of groups that are not listed. */
  more: z.int(),
});
export type Breakdown = z.infer<typeof breakdownSchema>;
export type BreakdownGroup = Breakdown["groups"][number];
