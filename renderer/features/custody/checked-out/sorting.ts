import { assertNever } from "../../../../shared/base/errors.ts";
import { compareNatural } from "../../../../shared/base/text/natural-order.ts";
import { averageSince, type Group } from "./groups.ts";

/** The columns by which groups can be sorted. */
export type SortColumn = "label" | "team" | "items" | "length" | "value" | "oldest" | "average" | "late";

export interface Sorting {
  readonly column: SortColumn;
  readonly direction: "asc" | "desc";
}

/** The sorting at first: the group with the oldest check-out comes first. */
export const LONGEST_FIRST: Sorting = { column: "oldest", direction: "desc" };

/**
 * The sorting after a click on a column's heading. The first click sorts texts from A to Z and numbers from the largest
 * down; a second click reverses the order.
 */
export function nextSorting(now: Sorting, column: SortColumn): Sorting {
  if (now.column === column) return { column, direction: now.direction === "asc" ? "desc" : "asc" };
  return { column, direction: column === "label" || column === "team" ? "asc" : "desc" };
}

/** The numbers of a group that depend on the units and on the currency. */
interface Amounts {
  readonly length: (group: Group) => number;
  /** The value in the currency; null for a group without a value in it. */
  readonly value: (group: Group) => number | null;
}

/** Sorts groups. A group without a value comes last; groups with equal values are sorted by name. */
export function sortGroups(
  groups: readonly Group[],
  { column, direction }: Sorting,
  amounts: Amounts,
): readonly Group[] {
  const keys = new Map(groups.map((group) => [group, keyOf(group, column, amounts)]));
  const sign = direction === "asc" ? 1 : -1;
  return groups.toSorted((a, b) => {
    const [left = null, right = null] = [keys.get(a), keys.get(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareNatural(a.label, b.label);
    const order = typeof left === "number" ? left - Number(right) : compareNatural(left, String(right));
    return sign * order || compareNatural(a.label, b.label);
  });
}

/**
 * The value by which a group is sorted; null if it has no value. Moments are negated, so that an older moment sorts as
 * a longer time out.
 */
function keyOf(group: Group, column: SortColumn, amounts: Amounts): string | number | null {
  switch (column) {
    case "label":
      return group.value === null ? null : group.label;
    case "team":
      return group.team === "" ? null : group.team;
    case "items":
      return group.items;
    case "length":
      return amounts.length(group);
    case "value":
      return amounts.value(group);
    case "oldest":
      return group.oldest === null ? null : -group.oldest;
    case "average": {
      const since = averageSince(group);
      return since === null ? null : -since;
    }
    case "late":
      return group.late;
    default:
      return assertNever(column, "unknown column");
  }
}
