import { z } from "zod";
import { changeTypeSchema } from "../../inventory/changes.ts";
import { idSchema } from "../../inventory/resources.ts";
import { meantProfile, ofProfile } from "../../inventory/profiles.ts";
import { STOCK_STATUSES, DIMENSIONS, KEPT_DAYS } from "../../inventory/stock.ts";

/** Items of one status. */
const stockSchema = z.strictObject({
  items: z.int(),
  /** Sums in the service's own numbers; null if those of several material types would be added up. */
  length: z.number().nullable(),
  weight: z.number().nullable(),
});

/** The stock at the end of one local day, after that day's last pass. */
export const stockDaySchema = z.strictObject({
  /** ISO 8601 date. */
  day: z.iso.date(),
  statuses: z.record(z.enum(STOCK_STATUSES), stockSchema),
  /** Items without a location; null unless all items are requested. */
  withoutLocation: z.int().nullable(),
  /** Material types that were low. */
  lowStock: z.int(),
  /** Items with problems; null if no check ran. */
  problems: z.int().nullable(),
});
export type StockDay = Readonly<z.infer<typeof stockDaySchema>>;

/** The amount used of one material type. */
const consumedSchema = z.strictObject({
  typeId: z.string(),
  length: z.number(),
  weight: z.number(),
});
export const consumptionSchema = z.strictObject({
  /** Days for which Stockdeck knows what was used, up to the requested number; 0 before the second pass. */
  observedDays: z.int(),
  types: z.array(consumedSchema),
});
export type Consumption = Readonly<z.infer<typeof consumptionSchema>>;

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
