import { STOCK_FIELDS } from "../../../shared/domain/fields.ts";
import type { Dimension, StockRow } from "../../../shared/domain/history.ts";
import { fromMilliseconds } from "../../../shared/time/instant.ts";
import type { Database } from "../database/open-database.ts";

const COLUMNS = STOCK_FIELDS.map(({ name }) => name);
const EMPTY = [0, 0, 0, 0, null, null, null] as const;

/** Writes how much stock each type or location has, where that is other than before. @returns the rows it wrote. */
export function writeStockColumns(
  database: Database,
  resource: Dimension,
  stock: readonly StockRow[],
): readonly number[] {
  const byId = new Map<string, StockRow[]>();
  for (const row of stock)
    if (row.dimension === resource) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  const select = database.prepare(`SELECT rowid, id, ${COLUMNS.join(", ")} FROM ${resource}`);
  select.setReturnArrays(true);
  const update = database.prepare(
    `UPDATE ${resource} SET ${COLUMNS.map((name) => `${name} = ?`).join(", ")} WHERE rowid = ?`,
  );
  const known = select.all() as unknown as [rowid: number, id: string, ...values: (number | null)[]][];
  return known.flatMap(([rowid, id, ...former]) => {
    const rows = byId.get(id);
    const values = rows ? columnsOf(rows) : EMPTY;
    if (values.every((value, at) => value === former[at])) return [];
    update.run(...values, rowid);
    return [rowid];
  });
}

/** The values of the columns, in the order of the catalogue. Archived items are in the count, not in the stock. */
function columnsOf(rows: readonly StockRow[]): readonly (number | null)[] {
  const inStock = rows.filter(({ status }) => status !== "archived");
  const items = (wanted: readonly StockRow[]): number => wanted.reduce((sum, row) => sum + row.items, 0);
  const of = (status: StockRow["status"]): number => items(rows.filter((row) => row.status === status));
  const sum = (of: "length" | "weight"): number | null => {
    const numbers = inStock.flatMap((row) => row[of] ?? []);
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
