import { createContext, use, useEffect } from "react";
import type { ChartTable } from "../../ui/chart/chart-table.ts";

/** What the cards on screen show, as tables, by the cards' ids: the sheets of the exported workbook. */
export type CardTables = Map<string, ChartTable>;

export const CardTablesContext = createContext<CardTables | null>(null);

/** Offers a card's table for the export, while it is on screen. @param table null while it is loading. */
export function useCardTable(id: string, table: ChartTable | null): void {
  const tables = use(CardTablesContext);
  useEffect(() => {
    if (!tables || !table) return undefined;
    tables.set(id, table);
    return () => void tables.delete(id);
  }, [tables, id, table]);
}
