import { STOCK_COLUMNS } from "../../../shared/features/history/stock-columns.ts";
import { fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { DIMENSIONS, stockById, type StockRow } from "../../../shared/inventory/stock.ts";
import { saveSnapshot } from "../../store/ingest/history-log.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";

/** Writes the stock of each type and location to their columns. */
export const STOCK_COMPUTATION: Computation = {
  name: "stock",
  phase: "stock",
  documents: [],
  write: (database, { stock }) =>
    DIMENSIONS.map((resource) => {
      const byId = stockById(stock, resource);
      const columns = STOCK_COLUMNS.map(({ name }) => name);
      return writeColumns(database, resource, columns, (id) => amounts(byId.get(id) ?? []));
    }),
};

/**
 * Saves the stock of the local day, replacing that day's earlier values. It counts low types and problems by their
 * columns.
 */
export const SNAPSHOT_COMPUTATION: Computation = {
  name: "snapshot",
  phase: "stock",
  documents: [],
  write: (database, { stock, now }) => {
    const count = (table: string, condition: string): number => {
      const shown = `SELECT count(*) AS count FROM ${table} WHERE ${condition} AND noLongerReturnedSince IS NULL`;
      return (database.prepare(shown).get() as { count: number }).count;
    };
    const lowStock = count("types", "stockLevel = 'low'");
    saveSnapshot(database, stock, { lowStock, problems: count("items", "problems IS NOT NULL") }, now);
    return [];
  },
};

/** The values of `STOCK_COLUMNS`. Archived items are counted, but are not in stock. */
function amounts(rows: readonly StockRow[]): readonly (number | null)[] {
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
