import { LOW_STOCK_FIELDS, STOCK_FIELDS } from "../../../shared/inventory/fields.ts";
import type { Dimension, StockRow } from "../../../shared/inventory/stock.ts";
import { isLow, type Thresholds } from "../../../shared/inventory/stock.ts";
import { fromMilliseconds } from "../../../shared/base/time/instant.ts";
import type { Cell } from "../database/decode.ts";
import type { Database } from "../database/open-database.ts";
import type { LateItems } from "./late-items.ts";

/** The stock columns, in the order of the catalogue. */
function stockColumnsOf(resource: Dimension): readonly string[] {
  const fields = resource === "types" ? [...STOCK_FIELDS, ...LOW_STOCK_FIELDS] : STOCK_FIELDS;
  return fields.map(({ name }) => name);
}

/** The material types that have less available than their threshold. */
export function lowTypes(stock: readonly StockRow[], thresholds: Thresholds): ReadonlySet<string> {
  const byId = rowsById(stock, "types");
  const low = Object.entries(thresholds).filter(([id, threshold]) => isLow(threshold, byId.get(id) ?? []));
  return new Set(low.map(([id]) => id));
}

/** Writes how much stock each type or location has, if that is other than before. @returns the rows it wrote. */
export function writeStockColumns(
  database: Database,
  resource: Dimension,
  stock: readonly StockRow[],
  thresholds: Thresholds,
  late: LateItems,
): readonly number[] {
  const byId = rowsById(stock, resource);
  const columns = stockColumnsOf(resource);
  const select = database.prepare(`SELECT rowid, id, ${columns.join(", ")} FROM ${resource}`);
  select.setReturnArrays(true);
  const update = database.prepare(
    `UPDATE ${resource} SET ${columns.map((name) => `${name} = ?`).join(", ")} WHERE rowid = ?`,
  );
  const known = select.all() as unknown as [rowid: number, id: string, ...values: Cell[]][];
  return known.flatMap(([rowid, id, ...former]) => {
    const rows = byId.get(id) ?? [];
    const values = [
      ...amounts(rows, late[resource].get(id) ?? 0),
      ...(resource === "types" ? level(rows, id, thresholds) : []),
    ];
    if (values.every((value, at) => value === former[at])) return [];
    update.run(...values, rowid);
    return [rowid];
  });
}

function rowsById(stock: readonly StockRow[], dimension: Dimension): ReadonlyMap<string, StockRow[]> {
  const byId = new Map<string, StockRow[]>();
  for (const row of stock)
    if (row.dimension === dimension) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return byId;
}

/** The values of STOCK_FIELDS. Archived items are in the count, not in the stock. */
function amounts(rows: readonly StockRow[], late: number): readonly (number | null)[] {
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
    late,
    changes.length === 0 ? null : Math.round(fromMilliseconds(Math.max(...changes))),
  ];
}

/** The values of LOW_STOCK_FIELDS. */
function level(rows: readonly StockRow[], id: string, thresholds: Thresholds): readonly Cell[] {
  const threshold = Object.hasOwn(thresholds, id) ? thresholds[id] : undefined;
  if (!threshold) return [null, null, null];
  return [isLow(threshold, rows) ? "low" : "enough", threshold.below, threshold.measure];
}
