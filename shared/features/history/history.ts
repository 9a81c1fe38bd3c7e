import { z } from "zod";
import { STOCK_STATUSES } from "../../inventory/stock.ts";

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
