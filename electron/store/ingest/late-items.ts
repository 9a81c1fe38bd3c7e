import type { Limits } from "../../../shared/features/custody/out-limits.ts";
import type { Dimension } from "../../../shared/inventory/stock.ts";
import { before, parseDuration } from "../../../shared/base/time/duration.ts";
import { fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import type { Database } from "../database/open-database.ts";

/** The number of items out longer than usual, by the id of type and location. */
export type LateItems = Readonly<Record<Dimension, ReadonlyMap<string, number>>>;

/** Counts the items that are out longer than the limit of their material type. @param now ms since the epoch. */
export function countLateItems(database: Database, limits: Limits, now: number): LateItems {
  const since = (days: number | null): Instant => {
    const duration = days === null ? null : parseDuration(`P${days}D`);
    return duration ? fromMilliseconds(before(now, duration)) : Number.NEGATIVE_INFINITY;
  };
  const all = limits.all ? since(limits.all.days) : Number.NEGATIVE_INFINITY;
  const own = new Map([...limits.types].map(([id, { days }]) => [id, since(days)]));
  const rows = database
    .prepare(
      `SELECT materialTypeId AS types, locationId AS locations, checkedOutAt AS at FROM items
       WHERE status = 'checked_out' AND checkedOutAt >= 0 AND noLongerReturnedSince IS NULL`,
    )
    .iterate() as Iterable<{ types: string | null; locations: string | null; at: Instant }>;
  const counts = { types: new Map<string, number>(), locations: new Map<string, number>() };
  const add = (into: Map<string, number>, id: string | null): void => {
    if (id !== null) into.set(id, (into.get(id) ?? 0) + 1);
  };
  for (const { types, locations, at } of rows) {
    if (at >= (own.get(types ?? "") ?? all)) continue;
    add(counts.types, types);
    add(counts.locations, locations);
  }
  return counts;
}
