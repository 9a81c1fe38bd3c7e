import { z } from "zod";

const boundedSchema = z.strictObject({ least: z.number(), most: z.number() });
const usualTimeSchema = z.strictObject({ cases: z.int(), median: boundedSchema, p90: boundedSchema });

/** Usual times as a call answers them. Apart from what makes them: the store's threads load no zod. */
export const usualTimesSchema = z.strictObject({
  since: z.string().nullable(),
  all: usualTimeSchema.extend({ basis: z.enum(["returns", "now"]) }).nullable(),
  types: z.array(usualTimeSchema.extend({ typeId: z.string() })).readonly(),
});
