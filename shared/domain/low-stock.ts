import { z } from "zod";
import { profileIdSchema } from "./profiles.ts";
import { LOW_MEASURES, type Threshold, type Thresholds } from "./stock.ts";

/** A threshold of a material type. */
export const thresholdSchema: z.ZodType<Threshold> = z.strictObject({
  measure: z.enum(LOW_MEASURES),
  /** In items, or in the service's own numbers. */
  below: z.number().positive().max(1e12),
});

/** The most material types of one connection that have a threshold. */
export const MAX_THRESHOLDS = 20_000;

/** The thresholds of a connection, by material type. */
export const thresholdsSchema = z
  .record(z.string().min(1).max(500), thresholdSchema)
  .refine((all) => Object.keys(all).length <= MAX_THRESHOLDS);

export const NO_THRESHOLDS: Thresholds = {};

const ofProfile = { profileId: profileIdSchema } as const;

/** The calls of the low-stock thresholds. They belong to a connection, which need not be open. */
export const LOW_STOCK_CALLS = {
  getThresholds: { input: z.strictObject(ofProfile), output: thresholdsSchema },
  /** Sets thresholds, and removes those that are null; the others stay. */
  saveThresholds: {
    input: z.strictObject({
      ...ofProfile,
      thresholds: z
        .record(z.string().min(1).max(500), thresholdSchema.nullable())
        .refine((all) => Object.keys(all).length <= MAX_THRESHOLDS),
    }),
    output: z.undefined(),
  },
} as const;
