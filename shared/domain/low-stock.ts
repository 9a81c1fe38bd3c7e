import { z } from "zod";
import { profileIdSchema } from "./profiles.ts";
import type { StockRow } from "./history.ts";

/** What a threshold is compared with. */
export const LOW_MEASURES = ["items", "length", "weight"] as const;

/** Whether there is less than the user wants to have. */
export const STOCK_LEVELS = ["low", "enough"] as const;

/** Below how much available stock a material type counts as low. */
export const thresholdSchema = z.strictObject({
  measure: z.enum(LOW_MEASURES),
  /** In items, or in the service's own numbers. */
  below: z.number().positive().max(1e12),
});
export type Threshold = Readonly<z.infer<typeof thresholdSchema>>;

/** The most material types of one connection that have a threshold. */
export const MAX_THRESHOLDS = 20_000;

/** The thresholds of a connection, by material type. */
export const thresholdsSchema = z
  .record(z.string().min(1).max(500), thresholdSchema)
  .refine((all) => Object.keys(all).length <= MAX_THRESHOLDS);
export type Thresholds = Readonly<z.infer<typeof thresholdsSchema>>;

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

/** Whether a material type has less than its threshold available. @param stock the rows of that type. */
export function isLow({ measure, below }: Threshold, stock: readonly StockRow[]): boolean {
  const available = stock.find(({ status }) => status === "available");
  return (available?.[measure] ?? 0) < below;
}
