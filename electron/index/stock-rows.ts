import { FIELDS } from "../../shared/inventory/fields.ts";
import {
  STOCK_STATUSES,
  type Dimension,
  type StockRow,
  type StockStatus,
} from "../../shared/inventory/stock.ts";
import { ITEM_STATUSES } from "../../shared/inventory/resource-names.ts";
import type { Units } from "../../shared/inventory/units.ts";
import type { Filter } from "../../shared/query/query.ts";
import { isSummed } from "../store/query/past-stock.ts";
import type { QueryAt, QueryResults } from "./query-results.ts";

const FIELD_OF = { types: "materialTypeId", locations: "locationId" } as const;

const STATUS_FILTERS: Readonly<Record<StockStatus, Filter>> = {
  available: { field: "status", op: "is", value: "available" },
  checked_out: { field: "status", op: "is", value: "checked_out" },
  archived: { field: "status", op: "is", value: "archived" },
  other: { field: "status", op: "notIn", value: [...ITEM_STATUSES] },
};

/** The stock by type or by location, for each status. Sums are in the service's units. */
export function stockRows(
  results: QueryResults,
  items: QueryAt,
  dimension: Dimension,
  units: Units,
): readonly StockRow[] {
  const level = { field: FIELD_OF[dimension] };
  const fields = FIELDS.items.filter(({ name }) => name === "updatedAt" || isSummed(dimension, name, units));
  return STOCK_STATUSES.flatMap((status) =>
    results
      .groups(items, STATUS_FILTERS[status], level, fields)
      .flatMap(({ value, rows, totalsOf }): readonly StockRow[] => {
        if (rows === 0) return [];
        const totals = totalsOf();
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
}
