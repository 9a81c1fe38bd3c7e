import { createContext, use, useEffect } from "react";
import type { MoneyCell } from "../../../shared/delivery/exports.ts";
import type { ChartTable } from "../../ui/chart/chart-table.ts";

/** A card's data: raw numbers, texts, and amounts of money. */
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
 * The data of the cards on screen, as tables: the sheets of the exported workbook. The keys are the cards' ids. A
 * card's second table has a title, which its key adds to the id.
 */
export type CardTables = Map<string, CardTable & { readonly title?: string }>;

export const CardTablesContext = createContext<CardTables | null>(null);

/**
 * Provides a card's table for the export while the card is on screen. @param table null while it is loading. @param
 * title of a second table of the card.
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

/** The tables of a card, its own first. */
export const tablesOf = (tables: CardTables, id: string): readonly (CardTable & { title?: string })[] =>
  [...tables]
    .filter(([key]) => key === id || key.startsWith(`${id}/`))
    .toSorted(([left], [right]) => left.length - right.length)
    .map(([, table]) => table);
