/** The ways to group checked-out items. */
export const GROUPINGS = ["holder", "team", "type", "location", "item"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The grouping in the address, so that "Back" restores it. */
export interface CheckedOutSearch {
  readonly by?: Exclude<Grouping, "holder">;
}

/** Reads the grouping from the address. An unknown grouping means the grouping by holder. */
export function readCheckedOutSearch({ by }: Record<string, unknown>): CheckedOutSearch {
  return searchOf(GROUPINGS.find((grouping) => grouping === by) ?? "holder");
}

/** The parameters of the address for a grouping. */
export function searchOf(by: Grouping): CheckedOutSearch {
  return by === "holder" ? {} : { by };
}
