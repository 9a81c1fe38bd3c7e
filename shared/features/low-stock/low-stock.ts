import { THRESHOLD_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { LOW_MEASURES, type Threshold } from "../../inventory/stock.ts";

/** A threshold of a material type. */
export const thresholdSchema: z.ZodType<Threshold> = z.strictObject({
  measure: z.enum(LOW_MEASURES),
  /** The threshold, as a number of items or in the service's numbers. */
  below: z.number().positive().max(1e12),
});

const MAX_THRESHOLDS = 20_000;

/** The low-stock thresholds of a connection, by the id of the material type. */
export const THRESHOLDS = {
  name: "thresholds",
  record: thresholdSchema,
  maxRecords: MAX_THRESHOLDS,
  tooMany: THRESHOLD_LIMITS.tooMany({ most: String(MAX_THRESHOLDS) }),
} as const satisfies ConnectionDocument;
