/** The most days that stock and consumption of the past are kept: two years. */
export const KEPT_DAYS = 731;
/** Local days whose stock is kept each. Of an older week only the last observed day is kept. */
export const DAILY_DAYS = 90;
/** Bytes of observed changes that are kept in all, with any settings. A hostile service must not fill the disk. */
export const MOST_CHANGE_BYTES = 256_000_000;

/** The dimensions by which past stock is kept. */
export const DIMENSIONS = ["types", "locations"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The statuses that are kept apart; `other` is all that the specification does not name. */
export const STOCK_STATUSES = ["available", "checked_out", "archived", "other"] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** The stock of one type or location, and of one status. */
export interface StockRow {
  readonly dimension: Dimension;
  /** Empty for items without a type or location. */
  readonly id: string;
  readonly status: StockStatus;
  readonly items: number;
  /** Sums in the service's own numbers; null if those of several material types would be added up. */
  readonly length: number | null;
  readonly weight: number | null;
  /** The latest `updatedAt` among the items, ms since the epoch. */
  readonly lastChange: number | null;
}

/** Whether there is less than the user wants to have. */
export const STOCK_LEVELS = ["low", "enough"] as const;

/** The amounts that a low-stock threshold can limit. */
export const LOW_MEASURES = ["items", "length", "weight"] as const;

/** Below how much available stock a material type counts as low. */
export interface Threshold {
  readonly measure: (typeof LOW_MEASURES)[number];
  /** The threshold in items, or in the service's own numbers. */
  readonly below: number;
}

/** The thresholds of a connection, by material type. */
export type Thresholds = Readonly<Record<string, Threshold>>;

/** Whether a material type has less than its threshold available. @param stock the rows of that type. */
export function isLow({ measure, below }: Threshold, stock: readonly StockRow[]): boolean {
  const available = stock.find(({ status }) => status === "available");
  return (available?.[measure] ?? 0) < below;
}

/** Days that a stock lasts at the consumption that was observed; null if nothing was used. */
export function daysOfCover(stock: number, consumed: number, observedDays: number): number | null {
  return consumed > 0 && observedDays > 0 ? stock / (consumed / observedDays) : null;
}

/** The rows of each type, or of each location. */
export function stockById(
  stock: readonly StockRow[],
  dimension: Dimension,
): ReadonlyMap<string, readonly StockRow[]> {
  const byId = new Map<string, StockRow[]>();
  for (const row of stock)
    if (row.dimension === dimension) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return byId;
}
