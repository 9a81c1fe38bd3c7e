import { z } from "zod";

/** The most days that stock and consumption of the past are kept: two years. */
export const KEPT_DAYS = 731;

/** What the stock of the past is kept by. */
export const DIMENSIONS = ["types", "locations"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The statuses that are kept apart; `other` is all that the specification does not name. */
export const STOCK_STATUSES = ["available", "checked_out", "archived", "other"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** Items of one status. */
const stockSchema = z.strictObject({
  items: z.int(),
  /** Sums in the service's own numbers; null where those of several material types would be added up. */
  length: z.number().nullable(),
  weight: z.number().nullable(),
});
export type Stock = Readonly<z.infer<typeof stockSchema>>;

/** The stock of one type or location, and of one status. */
export interface StockRow extends Stock {
  readonly dimension: Dimension;
  /** Empty for items without a type or location. */
  readonly id: string;
  readonly status: StockStatus;
  /** The latest `updatedAt` among the items, ms since the epoch. */
  readonly lastChange: number | null;
}

/** The stock at the end of one local day, as the last pass of that day left it. */
export const stockDaySchema = z.strictObject({
  /** ISO 8601 date. */
  day: z.iso.date(),
  statuses: z.record(z.enum(STOCK_STATUSES), stockSchema),
  /** Items without a location. Only where all items are asked for. */
  withoutLocation: z.int().nullable(),
  /** Material types that were low. */
  lowStock: z.int(),
});
export type StockDay = Readonly<z.infer<typeof stockDaySchema>>;

/** What was used of one material type. */
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

/** Days that a stock lasts at the consumption that was observed; null where nothing was used. */
export function daysOfCover(stock: number, consumed: number, observedDays: number): number | null {
  return consumed > 0 && observedDays > 0 ? stock / (consumed / observedDays) : null;
}
