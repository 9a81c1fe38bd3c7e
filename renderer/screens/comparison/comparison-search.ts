import { DIFFERENCE_KINDS, type DifferenceKind } from "../../../shared/exports/difference-kinds.ts";
import type { DifferenceFilter } from "../../../shared/exports/differences.ts";

/** The filter of a comparison in the address, so that "Back" from a record restores it. */
export interface ComparisonSearch {
  readonly kind?: DifferenceKind;
  readonly column?: string;
  readonly find?: string;
}

/** Reads a filter from the address; unknown values are ignored. */
export function readComparisonSearch({ kind, column, find }: Record<string, unknown>): ComparisonSearch {
  const known = DIFFERENCE_KINDS.find((one) => one === kind);
  // The router parses a text that looks like a number as a number.
  const text = typeof find === "string" || typeof find === "number" ? String(find) : "";
  return {
    ...(known ? { kind: known } : {}),
    ...(typeof column === "string" && column !== "" ? { column } : {}),
    ...(text === "" ? {} : { find: text }),
  };
}

/** Compiles a filter to what the core takes. */
export function compileSearch({ kind, column, find = "" }: ComparisonSearch): DifferenceFilter {
  const search = find.trim().slice(0, 500);
  return {
    ...(kind ? { kinds: [kind] } : {}),
    ...(column === undefined ? {} : { columns: [column] }),
    ...(search === "" ? {} : { search }),
  };
}
