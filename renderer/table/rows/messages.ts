import { formatCount, plural, pluralForm } from "../../base/format.ts";

/**
 * The effect of a pending order, in words.
 * @param moved of the loaded rows. @param more rows in all; fewer if negative.
 */
export function pendingOrderMessage(moved: number, more: number): string {
  const here = `${plural(moved, "row")} changed`;
  if (more === 0) return here;
  return `${here} here, ${formatCount(Math.abs(more))} ${more > 0 ? "more" : "fewer"} in all`;
}

export const PENDING_ORDER =
  "The rows or their order have changed. They stay as they are while you point at them, select rows or have a menu open.";
/** Shown after the count, while a long table is still being read after a start. */
export const COUNTING = "counting the rest…";
export const COPY_UNOPENED = "The local copy could not be opened";
export const ARRIVING = "They appear here as their pages arrive.";
export const CLEAR_FILTERS_HINT = "Switch a filter off, or clear all filters.";

export const noMatch = (many: string, filters: number): string =>
  `No ${many} match ${pluralForm(filters, "this filter", `these ${formatCount(filters)} filters`)}`;

/** The heading if there is no row at all. @param isSyncing whether a pass is under way. */
export const noRows = (many: string, isSyncing: boolean): string =>
  isSyncing ? `Waiting for the first ${many}` : `No ${many} yet`;

export const noneReturned = (many: string): string =>
  `The service has returned no ${many} so far. Press F5 to refresh.`;

export const noNameBegins = (text: string): string => `No name begins with “${text}”`;

/** Shown in the heading of a group with several material types. */
export const notAdded = (label: string): string =>
  `${label} of different material types is not added up. Group by material type to see sums.`;

/** An entry in the menu of a number that counts items. */
export const SHOW_COUNTED = "Show these items";
