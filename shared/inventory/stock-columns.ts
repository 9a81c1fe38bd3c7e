import { STOCK_LABELS } from "./messages.ts";
import { fromMilliseconds } from "../base/time/instant.ts";
import type { ComputedColumn } from "./field.ts";
import type { Resource } from "./resource-names.ts";
import { DIMENSIONS, type StockRow } from "./stock.ts";

/** Makes a column of types and locations. @param counts as in `ComputedDisplay`, like `shownAfter`. */
const column = (
  name: keyof typeof STOCK_LABELS,
  counts: ComputedColumn["computed"]["counts"] & object,
  shownAfter: Partial<Record<Resource, string>>,
  other: Partial<ComputedColumn> = {},
): ComputedColumn => ({
  name,
  kind: "number",
  label: STOCK_LABELS[name],
  resources: DIMENSIONS,
  computed: { counts, shownAfter },
  ...other,
});

const COUNT = { isCount: true } as const;
const NOT_ARCHIVED = { status: "archived", isNot: true } as const;
const ofTypes = (quantity: "length" | "weight") => ({ quantity, typeId: "id" });

/**
 * The columns with the stock of a material type or location. A location's lengths and weights are null if they cannot
 * be added.
 */
export const STOCK_COLUMNS: readonly ComputedColumn[] = [
  column("itemCount", {}, { types: "stockLevel", locations: "name" }, COUNT),
  column("availableCount", { status: "available" }, { types: "itemCount", locations: "itemCount" }, COUNT),
  column(
    "checkedOutCount",
    { status: "checked_out" },
    { types: "availableCount", locations: "availableCount" },
    COUNT,
  ),
  column("archivedCount", { status: "archived" }, { locations: "checkedOutCount" }, COUNT),
  column(
    "totalLength",
    NOT_ARCHIVED,
    { types: "outLongerCount", locations: "archivedCount" },
    { measures: ofTypes("length") },
  ),
  column(
    "totalWeight",
    NOT_ARCHIVED,
    { types: "totalLength", locations: "totalLength" },
    { measures: ofTypes("weight") },
  ),
  column("lastItemChange", {}, { locations: "outLongerCount" }, { kind: "date" }),
];

/**
 * The values of `STOCK_COLUMNS` for a type or location. Archived items are counted, but are not in stock.
 * @param rows the stock of the type or location.
 */
export function stockCells(rows: readonly StockRow[]): readonly (number | null)[] {
  const inStock = rows.filter(({ status }) => status !== "archived");
  const items = (wanted: readonly StockRow[]): number => wanted.reduce((sum, row) => sum + row.items, 0);
  const of = (status: StockRow["status"]): number => items(rows.filter((row) => row.status === status));
  const sum = (measure: "length" | "weight"): number | null => {
    const numbers = inStock.flatMap((row) => row[measure] ?? []);
    return numbers.length === 0 ? null : numbers.reduce((total, number) => total + number, 0);
  };
  const changes = rows.flatMap(({ lastChange }) => lastChange ?? []);
  return [
    items(rows),
    of("available"),
    of("checked_out"),
    of("archived"),
    sum("length"),
    sum("weight"),
    changes.length === 0 ? null : Math.round(fromMilliseconds(Math.max(...changes))),
  ];
}
