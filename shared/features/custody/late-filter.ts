import type { Limits } from "./out-limits.ts";
import type { ChipFilter, FieldFilter } from "../../query/field-filter.ts";

const TYPE = "materialTypeId";

/**
 * The filter for items that are out longer than their type's limit; null if no limit is known. The filter has one part
 * for each different limit, with the types that have this limit.
 */
export function lateFilter({ all, types }: Limits): ChipFilter | null {
  const byDays = new Map<number | null, string[]>();
  const others: string[] = [];
  for (const [typeId, { days }] of types) {
    if (days === all?.days) continue;
    others.push(typeId);
    const list = byDays.get(days);
    if (list) list.push(typeId);
    else byDays.set(days, [typeId]);
  }
  const parts = [...byDays].flatMap(([days, typeIds]): ChipFilter[] =>
    days === null ? [] : [ofTypes(typeIds, false, days)],
  );
  if (all && all.days !== null)
    parts.push(others.length === 0 ? olderThan(all.days) : ofTypes(others, true, all.days));
  const [only] = parts;
  if (!only) return null;
  return parts.length === 1 ? only : { kind: "group", match: "any", parts };
}

const olderThan = (days: number): FieldFilter => ({
  kind: "relative",
  field: "checkedOutAt",
  op: "olderThan",
  duration: `P${days}D`,
});

/** @param negate true to select items of all other types and items without a type. */
function ofTypes(values: string[], negate: boolean, days: number): ChipFilter {
  return {
    kind: "group",
    match: "all",
    parts: [{ kind: "choice", field: TYPE, negate, values, empty: false }, olderThan(days)],
  };
}
