import { useState } from "react";
import type { Row } from "../../shared/contract/query-calls.ts";
import type { ColumnSpec } from "../inventory/columns/column-layout.ts";
import { widen, type Decimals } from "./decimals.ts";

/** Learns from the rows in sight how many decimals each number column needs, so that its marks can be aligned. */
export function useDecimals(columns: readonly ColumnSpec[], rows: readonly (Row | undefined)[]): Decimals {
  const [known, setKnown] = useState<Decimals>({});
  const learnt = widen(known, columns, rows);
  if (learnt !== known) setKnown(learnt);
  return learnt;
}
