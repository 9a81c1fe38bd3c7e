import { groupBy } from "../base/group-by.ts";

/** The days within which a larger length or weight corrects earlier consumption. */
export const CORRECTED_DAYS = 7;
/** The number of days for which past stock and consumption are kept: two years. */
export const KEPT_DAYS = 731;
/**
 * The number of local days for which each day's stock is kept. Of each older week, only the last observed day is kept.
 */
export const DAILY_DAYS = 90;
/**
 * The most bytes of observed changes, whatever the settings say. Without this limit, a hostile service could fill the
 * disk.
 */
export const MOST_CHANGE_BYTES = 256_000_000;

/** The dimensions by which past stock is kept. */
export const DIMENSIONS = ["types", "locations"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The statuses of past stock; `other` includes all statuses that the specification does not name. */
export const STOCK_STATUSES = ["available", "checked_out", "archived", "other"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** The stock of one type or location in one status. */
export interface StockRow {
  readonly dimension: Dimension;
  /** The id of the type or location; empty for items without a type or location. */
  readonly id: string;
  readonly status: StockStatus;
  readonly items: number;
  /** Sums in the service's numbers; null if numbers of several material types cannot be added. */
  readonly length: number | null;
  readonly weight: number | null;
  /** The latest `updatedAt` of the items, ms since the epoch. */
  readonly lastChange: number | null;
}

/** The levels of stock: "low" is below the user's threshold. */
export const STOCK_LEVELS = ["low", "enough"] as const;

/** The amounts that a low-stock threshold can limit. */
export const LOW_MEASURES = ["items", "length", "weight"] as const;

/** A low-stock threshold: the material type is low below this amount. */
export interface Threshold {
  readonly measure: (typeof LOW_MEASURES)[number];
  /** The threshold, as a number of items or in the service's numbers. */
  readonly below: number;
}

/** The thresholds of a connection, by material type. */
export type Thresholds = Readonly<Record<string, Threshold>>;

/** Whether the available amount is below a threshold. @param stock the rows of one material type. */
export function isLow({ measure, below }: Threshold, stock: readonly StockRow[]): boolean {
  const available = stock.find(({ status }) => status === "available");
  return (available?.[measure] ?? 0) < below;
}

/** The number of days for which a stock lasts at the observed consumption; null if nothing was used. */
export function daysOfCover(stock: number, consumed: number, observedDays: number): number | null {
  return consumed > 0 && observedDays > 0 ? stock / (consumed / observedDays) : null;
}

/** Groups rows of stock by the id of their type or location. */
export function stockById(
  stock: readonly StockRow[],
  dimension: Dimension,
): ReadonlyMap<string, readonly StockRow[]> {
  return groupBy(
    stock.filter((row) => row.dimension === dimension),
    ({ id }) => id,
  );
}
