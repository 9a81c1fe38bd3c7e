import { localDay } from "../../../shared/time/local-day.ts";
import { toMilliseconds, type Instant } from "../../../shared/time/instant.ts";
import type { Database } from "../database/open-database.ts";
import type { Received } from "./derive-changes.ts";
import { prepared } from "../database/prepared.ts";

/** What two versions of an item say was used of it. */
export interface Consumed {
  readonly typeId: string;
  readonly length: number;
  readonly weight: number;
}

/**
 * By how much an item's remaining length and weight went down; null where neither did. A weight that comes from another
 * source is another measurement and says nothing; so does an item that is now of another type.
 */
export function consumptionOf(before: Received, after: Received): Consumed | null {
  const typeId = after["materialTypeId"];
  if (typeof typeId !== "string" || before["materialTypeId"] !== typeId) return null;
  const isSameSource = (before["weightSource"] ?? null) === (after["weightSource"] ?? null);
  const length = decrease(before["remainingLength"], after["remainingLength"]);
  const weight = isSameSource ? decrease(before["weight"], after["weight"]) : 0;
  return length > 0 || weight > 0 ? { typeId, length, weight } : null;
}

function decrease(before: unknown, after: unknown): number {
  return typeof before === "number" && typeof after === "number" ? Math.max(0, before - after) : 0;
}

/** Adds what was used to its local day. @param at when it was observed, by the service's clock. */
export function noteConsumption(database: Database, at: Instant, { typeId, length, weight }: Consumed): void {
  prepared(
    database,
    `INSERT INTO consumption (day, typeId, length, weight) VALUES (?, ?, ?, ?)
       ON CONFLICT (day, typeId) DO UPDATE SET length = length + excluded.length, weight = weight + excluded.weight`,
  ).run(localDay(new Date(toMilliseconds(at))), typeId, length, weight);
}
