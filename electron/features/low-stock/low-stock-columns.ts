import { LOW_STOCK_COLUMNS } from "../../../shared/features/low-stock/low-stock-columns.ts";
import { isLow, stockById, type Threshold } from "../../../shared/inventory/stock.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";

/** Computes for each material type whether it is low on stock, by the user's thresholds. */
export const LOW_STOCK_COMPUTATION: Computation<ReadonlyMap<string, Threshold>> = {
  name: "low-stock",
  phase: "stock",
  documents: ["thresholds"],
  input: ({ records }) => records("thresholds"),
  write: (database, { stock }, thresholds) => {
    const byId = stockById(stock, "types");
    const columns = LOW_STOCK_COLUMNS.map(({ name }) => name);
    const values = (id: string) => {
      const threshold = thresholds.get(id);
      if (!threshold) return [null, null, null];
      const level = isLow(threshold, byId.get(id) ?? []) ? "low" : "enough";
      return [level, threshold.below, threshold.measure];
    };
    return [writeColumns(database, "types", columns, values)];
  },
};
