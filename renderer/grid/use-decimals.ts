import { useState } from "react";
import type { GridRow } from "./grid-column.ts";
import type { ColumnSpec } from "./grid-column.ts";
import { widen, type Decimals } from "./decimals.ts";

/** Learns from the rows in sight how many decimals each number column needs, so that its marks can be aligned. */
export function useDecimals(
  columns: readonly ColumnSpec[],
  rows: readonly (GridRow | undefined)[],
): Decimals {
  const [known, setKnown] = useState<Decimals>({});
  const learnt = widen(known, columns, rows);
  if (learnt !== known) setKnown(learnt);
  return learnt;
}
