import { createContext, use, useEffect } from "react";
import type { MoneyCell } from "../../../shared/delivery/exports.ts";
import type { ChartTable } from "../../ui/chart/chart-table.ts";

/** The data of a card: raw numbers, texts, and amounts of money. */
export interface CardTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | MoneyCell | null)[])[];
}

/** The table of a chart whose numbers are amounts in one currency. */
export const moneyTable = ({ columns, rows }: ChartTable, currency: string): CardTable => ({
  columns,
  rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? { amount: cell, currency } : cell))),
});

/**
 * The data of the cards on screen as tables. They become the sheets of the exported workbook. The keys are the ids of
 * the cards. If a card has a second table, this table has a title, and its key is the card's id with the title.
 */
export type CardTables = Map<string, CardTable & { readonly title?: string }>;

export const CardTablesContext = createContext<CardTables | null>(null);

/**
 * Provides a card's table for the export while the card is on screen. @param table null while it is loading. @param
 * title the title of a second table of the card.
 */
export function useCardTable(id: string, table: CardTable | null, title?: string): void {
  const tables = use(CardTablesContext);
  useEffect(() => {
    if (!tables || !table) return undefined;
    const key = title === undefined ? id : `${id}/${title}`;
    tables.set(key, title === undefined ? table : { ...table, title });
    return () => void tables.delete(key);
  }, [tables, id, table, title]);
}

/** The tables of a card; the table without a title is the first. */
export const tablesOf = (tables: CardTables, id: string): readonly (CardTable & { title?: string })[] =>
  [...tables]
    .filter(([key]) => key === id || key.startsWith(`${id}/`))
    .toSorted(([left], [right]) => left.length - right.length)
    .map(([, table]) => table);
