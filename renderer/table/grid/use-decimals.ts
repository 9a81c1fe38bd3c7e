import { useRef } from "react";
import type { Row } from "../../../shared/contract.ts";
import { decimalsOf } from "../../format/format-number.ts";
import type { ColumnSpec } from "../column-layout.ts";

/** By column: the most decimals that any of its numbers has shown so far. */
export type Decimals = Readonly<Record<string, number>>;

/** Learns from the rows in sight how many decimals each number column needs, so that its marks can be aligned. */
export function useDecimals(columns: readonly ColumnSpec[], rows: readonly (Row | undefined)[]): Decimals {
  const known = useRef<Decimals>({});
  const numbers = columns.filter(({ field }) => field.kind === "number");
  for (const { field } of numbers) {
    for (const row of rows) {
      const value = row?.[field.name];
      const decimals = typeof value === "number" ? decimalsOf(value) : 0;
      // Only ever more: a column whose digits shifted while scrolling would be worse than a ragged one.
      if (decimals > (known.current[field.name] ?? 0)) {
        known.current = { ...known.current, [field.name]: decimals };
      }
    }
  }
  return known.current;
}
