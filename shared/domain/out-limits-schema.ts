import { z } from "zod";
import { MAX_DAYS, type OutLimits } from "./out-limits.ts";

/** The most material types that may have a limit of their own. */
const MAX_LIMITS = 500;

const daysSchema = z.int().min(1).max(MAX_DAYS);

/** The limits that the user set. */
export const outLimitsSchema: z.ZodType<OutLimits> = z.strictObject({
  all: daysSchema.nullable(),
  types: z.record(z.string().max(500), daysSchema).refine((types) => Object.keys(types).length <= MAX_LIMITS),
});
