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
