import { z } from "zod";

const boundsSchema = z.strictObject({ least: z.number(), most: z.number().nullable() });
const usualTimeSchema = z.strictObject({ cases: z.int(), median: boundsSchema, p90: boundsSchema });

/** Usual times as a call answers them. Apart from what makes them: the store's threads load no zod. */
export const usualTimesSchema = z.strictObject({
  since: z.string().nullable(),
  all: usualTimeSchema.nullable(),
  types: z.array(usualTimeSchema.extend({ typeId: z.string() })).readonly(),
});
