import type { GroupMatch } from "../../../shared/query/field-filter.ts";
import { formatCount, plural } from "../../base/format.ts";

export const MATCH_LABELS: Readonly<Record<GroupMatch, string>> = {
  all: "All of these hold",
  any: "Any of these holds",
  none: "None of these holds",
  notAll: "Not all of these hold",
};

/** The name of a group in the builder. The outermost group has level 1. */
export const groupName = (level: number): string =>
  level === 1 ? "Group of filters" : `Group at level ${level}`;

export const FILTER_FULL = "This filter is too long.";
export const TOO_DEEP = "Groups cannot be nested any deeper.";
export const NO_VALUE_MATCHES = "No value matches.";
export const NO_NUMBERS = "No row here has a number.";
export const BOUNDS_CROSS = "No number matches: “at least” is greater than “at most”.";

export const mostFrequentListed = (count: number): string =>
  `The ${formatCount(count)} most frequent are listed; search for the others.`;

export const searchValues = (count: number): string =>
  count > 0 ? `Search ${plural(count, "value")}` : "Search values";

/** How many rows the filters hide; empty if none is on. @param all null if the numbers cannot be compared yet. */
export function hiddenByFilters(
  { total, all }: { readonly total: number; readonly all: number | null },
  filters: number,
  { one, many }: { readonly one: string; readonly many: string },
): string {
  if (filters === 0) return "";
  if (all === null || total > all) return `${plural(filters, "filter")} on`;
  const subject = plural(filters, "filter hides", "filters hide");
  if (total === all) return `${subject} nothing`;
  return `${subject} ${formatCount(all - total)} of ${plural(all, one, many)}`;
}
