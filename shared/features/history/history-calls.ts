import { z } from "zod";
import { idSchema } from "../../inventory/ids.ts";
import { changeTypeSchema } from "../../inventory/changes.ts";
import { DIMENSIONS, KEPT_DAYS } from "../../inventory/stock.ts";
import { consumptionSchema, stockDaySchema } from "./history.ts";
import { meantProfile, ofProfile } from "../../inventory/profiles.ts";

/** The spans of time by which observed changes are counted. */
const ACTIVITY_STEPS = ["hour", "day"] as const;
export type ActivityStep = (typeof ACTIVITY_STEPS)[number];

/** The most hours or days that are counted at once. */
const MAX_SPANS = 400;

const activityCountsSchema = z.array(
  z.strictObject({
    /** The span's bounds, ISO 8601; `until` is not in it. */
    from: z.string(),
    until: z.string(),
    /** Whether anything could be observed: a pass ended within it. */
    observed: z.boolean(),
    counts: z.partialRecord(changeTypeSchema, z.int()),
  }),
);
export type ActivityCounts = z.infer<typeof activityCountsSchema>;

const keptHistorySchema = z.strictObject({
  /** Observed changes that are kept. */
  changes: z.int(),
  /** When the oldest change was observed, ISO 8601; null if there is none. */
  since: z.string().nullable(),
  /** True if the oldest ones are deleted because all together take too much space. */
  isFull: z.boolean(),
});
export type KeptHistory = z.infer<typeof keptHistorySchema>;

/** The calls about the past: what was observed, day by day. */
export const HISTORY_CALLS = {
  /** The stock of the last `days` local days, the oldest first. Days without an observation are missing. */
  queryStockHistory: {
    input: z.strictObject({
      ...meantProfile,
      dimension: z.enum(DIMENSIONS),
      /** The id of a type or location; empty for items without one, null for all items. */
      id: idSchema.nullable(),
      days: z.int().min(1).max(KEPT_DAYS),
    }),
    output: z.array(stockDaySchema),
  },
  /** The amount used of each material type within the last `days` local days. */
  queryConsumption: {
    input: z.strictObject({ ...meantProfile, days: z.int().min(1).max(KEPT_DAYS) }),
    output: consumptionSchema,
  },
  /** The amount of kept history; empty for a connection that is not open. */
  queryKeptHistory: { input: z.strictObject(meantProfile), output: keptHistorySchema },
  /** Changes of items in each of the last local hours or days, by observed time. */
  queryActivity: {
    input: z.strictObject({
      ...meantProfile,
      step: z.enum(ACTIVITY_STEPS),
      spans: z.int().min(1).max(MAX_SPANS),
    }),
    output: activityCountsSchema,
  },
} as const;

export const HISTORY_PUSHES = {
  /** A pass ended, and the open profile's observed history has grown. */
  history: z.strictObject(ofProfile),
} as const;
