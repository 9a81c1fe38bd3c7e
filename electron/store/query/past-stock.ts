import { toMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { ITEM_STATUSES } from "../../../shared/inventory/resource-names.ts";
import type { Dimension, StockRow } from "../../../shared/inventory/stock.ts";
import { commonUnit, type Units } from "../../../shared/inventory/units.ts";
import type { Database } from "../database/open-database.ts";

/**
 * Counts the stock by type or by location with SQL. Exports of a past day need it, because they have no index. Sums are
 * in the service's units.
 * @param database a connection whose tables show the moment.
 */
export function readStock(database: Database, dimension: Dimension, units: Units): readonly StockRow[] {
  const sum = (field: "remainingLength" | "weight"): string =>
    isSummed(dimension, field, units) ? `sum(${field})` : "NULL";
  const statuses = ITEM_STATUSES.map((status) => `'${status}'`).join(", ");
  const rows = database
    .prepare(
      `SELECT ifnull(${dimension === "types" ? "materialTypeId" : "locationId"}, '') AS id,
         iif(status IN (${statuses}), status, 'other') AS status, count(*) AS items,
         ${sum("remainingLength")} AS length, ${sum("weight")} AS weight, max(updatedAt) AS lastChange
       FROM items WHERE noLongerReturnedSince IS NULL GROUP BY 1, 2`,
    )
    .all() as unknown as (Omit<StockRow, "dimension"> & { readonly lastChange: Instant | null })[];
  return rows.map(({ lastChange, ...row }) => ({
    ...row,
    dimension,
    lastChange: lastChange === null ? null : toMilliseconds(lastChange),
  }));
}

/** Whether amounts can be added. The lengths of several types need one unit; weights must not have several. */
export function isSummed(dimension: Dimension, field: string, units: Units): boolean {
  if (field !== "remainingLength" && field !== "weight") return false;
  if (dimension === "types") return true;
  return field === "remainingLength" ? commonUnit(units, "length") !== null : hasOneUnit(units);
}

const hasOneUnit = (units: Units): boolean =>
  commonUnit(units, "weight") !== null
  || (units.weight === null && Object.keys(units.overrides).length === 0);
