import type { ChipFilter } from "../../../../shared/query/field-filter.ts";

/** The most values that one filter may list. */
const MAX_VALUES = 1_000;
const FIELD = "checkedOutToUserId";

/**
 * Makes the filter for the items of some holders; null if it would include all items. @param negate true for all other
 * items, including items without a holder.
 */
export function holdersFilter(ids: readonly string[], negate = false): ChipFilter | null {
  if (negate && ids.length === 0) return null;
  const parts = chunksOf(ids).map(
    (values) => ({ kind: "choice", field: FIELD, negate, values, empty: false }) as const,
  );
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return { kind: "group", match: negate ? "all" : "any", parts };
}

function chunksOf(ids: readonly string[]): readonly string[][] {
  const count = Math.max(1, Math.ceil(ids.length / MAX_VALUES));
  return Array.from({ length: count }, (_, at) => ids.slice(at * MAX_VALUES, (at + 1) * MAX_VALUES));
}
