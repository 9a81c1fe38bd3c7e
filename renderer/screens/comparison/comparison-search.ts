import { DIFFERENCE_KINDS, type DifferenceKind } from "../../../shared/exports/difference-kinds.ts";
import type { DifferenceFilter } from "../../../shared/exports/differences.ts";

/** What the address keeps of the filter of a comparison, so that "back" from a record finds it again. */
export interface ComparisonSearch {
  readonly kind?: DifferenceKind;
  /** A column in which rows changed. */
  readonly column?: string;
  readonly find?: string;
}

/** Reads what the address says; what makes no sense there does not filter. */
export function readComparisonSearch({ kind, column, find }: Record<string, unknown>): ComparisonSearch {
  const known = DIFFERENCE_KINDS.find((one) => one === kind);
  // The router reads a text that looks like a number as one.
  const text = typeof find === "string" || typeof find === "number" ? String(find) : "";
  return {
    ...(known ? { kind: known } : {}),
    ...(typeof column === "string" && column !== "" ? { column } : {}),
    ...(text === "" ? {} : { find: text }),
  };
}

/** Compiles it to what the core takes. */
export function compileSearch({ kind, column, find = "" }: ComparisonSearch): DifferenceFilter {
  const search = find.trim().slice(0, 500);
  return {
    ...(kind ? { kinds: [kind] } : {}),
    ...(column === undefined ? {} : { columns: [column] }),
    ...(search === "" ? {} : { search }),
  };
}
