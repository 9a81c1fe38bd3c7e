import { useFollowed } from "../base/use-followed.ts";
import type { ColumnSpec, GridRow } from "./grid-column.ts";
import { widen, type Decimals } from "./decimals.ts";

/** How many decimals each number column needs, learned from the rows in view, so that decimal marks align. */
export function useDecimals(
  columns: readonly ColumnSpec[],
  rows: readonly (GridRow | undefined)[],
): Decimals {
  const [known] = useFollowed<Decimals>({}, (last) => widen(last, columns, rows));
  return known;
}
