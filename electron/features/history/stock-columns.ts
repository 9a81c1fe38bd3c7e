import { stockCells, STOCK_COLUMNS } from "../../../shared/inventory/stock-columns.ts";
import { DIMENSIONS, stockById } from "../../../shared/inventory/stock.ts";
import { dayToSave, deleteImpossibleDays, saveSnapshot } from "../../store/ingest/history-log.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";

/** Computes the stock of each type and location, and writes their columns. */
export const STOCK_COMPUTATION: Computation = {
  name: "stock",
  phase: "stock",
  documents: [],
  write: (database, { stock }) =>
    DIMENSIONS.map((resource) => {
      const byId = stockById(stock, resource);
      const columns = STOCK_COLUMNS.map(({ name }) => name);
      return writeColumns(database, resource, columns, (id) => stockCells(byId.get(id) ?? []));
    }),
};

/**
 * Saves the stock of the last pass's local day, replacing earlier values of this day. The numbers of low types and of
 * problems are taken from their columns.
 */
export const SNAPSHOT_COMPUTATION: Computation = {
  name: "snapshot",
  phase: "stock",
  documents: [],
  write: (database, { stock, ...moment }) => {
    const day = dayToSave(database, moment);
    if (day === null) return [];
    const count = (table: string, condition: string): number => {
      const shown = `SELECT count(*) AS count FROM ${table} WHERE ${condition} AND noLongerReturnedSince IS NULL`;
      return (database.prepare(shown).get() as { count: number }).count;
    };
    const lowStock = count("types", "stockLevel = 'low'");
    deleteImpossibleDays(database, ["snapshots", "snapshot_days"], moment);
    const problems = count("items", "problems IS NOT NULL");
    saveSnapshot(database, stock, { lowStock, problems }, day, moment.now);
    return [];
  },
};
