import { FIELDS } from "../../../shared/domain/fields.ts";
import { DIMENSIONS, STOCK_STATUSES, type StockRow } from "../../../shared/domain/history.ts";
import { ITEM_STATUSES } from "../../../shared/domain/resource-names.ts";
import { NO_UNITS } from "../../../shared/domain/units.ts";
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

/** The items by type and by location, by status, with sums of lengths and weights for types, in the service's numbers. */
export function stockRows(results: QueryResults, items: QueryAt): readonly StockRow[] {
  const fields = FIELDS.items.filter(({ name }) => name === "remainingLength" || name === "weight");
  return DIMENSIONS.flatMap((dimension) => {
    const summed = dimension === "types" ? fields : [];
    const { groups } = results.breakdown(
      items,
      { field: FIELD_OF[dimension] },
      STATUS_FILTERS,
      summed,
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
          },
        ];
      }),
    );
  });
}
