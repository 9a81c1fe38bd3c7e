import { z } from "zod";
import { changeTypeSchema, keptHistorySchema } from "../../inventory/changes.ts";
import { idSchema } from "../../inventory/resources.ts";
import { meantConnection, ofConnection } from "../../inventory/connections.ts";
import { STOCK_STATUSES, DIMENSIONS, KEPT_DAYS } from "../../inventory/stock.ts";

/** The sums over the items of one status. */
const stockSchema = z.strictObject({
  items: z.int(),
  /** Sums of the service's numbers; null if the numbers of several material types cannot be added. */
  length: z.number().nullable(),
  weight: z.number().nullable(),
});

/** The stock at the end of one local day, after that day's last pass. */
export const stockDaySchema = z.strictObject({
  /** The local day as an ISO 8601 date. */
  day: z.iso.date(),
  statuses: z.record(z.enum(STOCK_STATUSES), stockSchema),
  /** The number of items without a location; null unless all items are requested. */
  withoutLocation: z.int().nullable(),
  /** The number of material types that were low on stock. */
  lowStock: z.int(),
  /** The number of items with data problems; null if the items were not checked. */
  problems: z.int().nullable(),
});
export type StockDay = Readonly<z.infer<typeof stockDaySchema>>;

/** The used amount of one material type. */
const consumedSchema = z.strictObject({
  typeId: z.string(),
  /** The type's name; null if the copy does not have the material type. */
  name: z.string().nullable(),
  length: z.number(),
  weight: z.number(),
});
export const consumptionSchema = z.strictObject({
  /** The number of days with known consumption, at most the requested number; 0 before the second pass. */
  observedDays: z.int(),
  types: z.array(consumedSchema),
});
export type Consumption = Readonly<z.infer<typeof consumptionSchema>>;

/** The spans by which observed changes are counted. */
const ACTIVITY_STEPS = ["hour", "day"] as const;
export type ActivityStep = (typeof ACTIVITY_STEPS)[number];

/** The most hours or days in one answer. */
const MAX_SPANS = 400;

const activityCountsSchema = z.array(
  z.strictObject({
    /** The bounds of the span, ISO 8601. `until` is not part of the span. */
    from: z.string(),
    until: z.string(),
    /** Whether a pass ended within the span, so that changes could be observed. */
    observed: z.boolean(),
    counts: z.partialRecord(changeTypeSchema, z.int()),
  }),
);
export type ActivityCounts = z.infer<typeof activityCountsSchema>;

/** The calls of observed history. */
export const HISTORY_CALLS = {
  /** The stock of the last `days` local days, the oldest first. Days without an observation are missing. */
  queryStockHistory: {
    input: z.strictObject({
      ...meantConnection,
      dimension: z.enum(DIMENSIONS),
      /** The id of a type or location. Empty for items without a type or location, null for all items. */
      id: idSchema.nullable(),
      days: z.int().min(1).max(KEPT_DAYS),
    }),
    output: z.array(stockDaySchema),
  },
  /** The used amount of each material type in the last `days` local days. */
  queryConsumption: {
    input: z.strictObject({ ...meantConnection, days: z.int().min(1).max(KEPT_DAYS) }),
    output: consumptionSchema,
  },
  /** Returns how much history is kept; empty if the connection is not open. */
  queryKeptHistory: { input: z.strictObject(meantConnection), output: keptHistorySchema },
  /** Returns the numbers of changes of items per local hour or day. The time of observation decides the hour or day. */
  queryActivity: {
    input: z.strictObject({
      ...meantConnection,
      step: z.enum(ACTIVITY_STEPS),
      spans: z.int().min(1).max(MAX_SPANS),
    }),
    output: activityCountsSchema,
  },
} as const;

export const HISTORY_PUSHES = {
  /** Pushed after a pass: the observed history of the open connection has become longer. */
  history: z.strictObject(ofConnection),
} as const;
