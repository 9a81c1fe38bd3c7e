import { FIELDS, type Field } from "../../../shared/domain/fields.ts";
import { DIMENSIONS, STOCK_STATUSES, type Dimension, type StockRow } from "../../../shared/domain/history.ts";
import { ITEM_STATUSES } from "../../../shared/domain/resource-names.ts";
import { commonUnit, NO_UNITS, type Units } from "../../../shared/domain/units.ts";
import type { Filter } from "../../../shared/query/query.ts";
import type { QueryAt, QueryResults } from "./query-results.ts";

const FIELD_OF = { types: "materialTypeId", locations: "locationId" } as const;
/** As many as there are types and locations. */
const ALL = Number.POSITIVE_INFINITY;

const STATUS_FILTERS = STOCK_STATUSES.map((status): Filter =>
  status === "other"
    ? { field: "status", op: "notIn", value: [...ITEM_STATUSES] }
    : { field: "status", op: "is", value: status },
);

/** The items by type and by location, by status, with sums of lengths and weights in the service's own numbers. */
export function stockRows(results: QueryResults, items: QueryAt, units: Units): readonly StockRow[] {
  return DIMENSIONS.flatMap((dimension) => {
    const fields = FIELDS.items.filter(
      ({ name }) => name === "updatedAt" || isSummed(dimension, name, units),
    );
    const { groups } = results.breakdown(
      items,
      { field: FIELD_OF[dimension] },
      STATUS_FILTERS,
      fields,
      NO_UNITS,
      ALL,
    );
    return groups.flatMap(({ value, parts }) =>
      parts.flatMap(({ rows, totals }, at): StockRow[] => {
        const status = STOCK_STATUSES[at];
        if (rows === 0 || status === undefined) return [];
        const sum = (field: string): number | null => totals[field]?.[0]?.sum ?? null;
        return [
          {
            dimension,
            id: value ?? "",
            status,
            items: rows,
            length: sum("remainingLength"),
            weight: sum("weight"),
            lastChange: totals["updatedAt"]?.[0]?.max ?? null,
          },
        ];
      }),
    );
  });
}

/** Whether the numbers of a type or location have a sum: lengths of several types need one unit, weights at most one. */
function isSummed(dimension: Dimension, field: Field["name"], units: Units): boolean {
  if (field !== "remainingLength" && field !== "weight") return false;
  if (dimension === "types") return true;
  return field === "remainingLength" ? commonUnit(units, "length") !== null : hasOneUnit(units);
}

const hasOneUnit = (units: Units): boolean =>
  commonUnit(units, "weight") !== null
  || (units.weight === null && Object.keys(units.overrides).length === 0);
