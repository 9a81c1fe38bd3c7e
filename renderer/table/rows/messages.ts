import { formatCount, plural, pluralForm } from "../../base/format.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Total } from "../../../shared/query/totals.ts";
import { countOf, RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

/**
 * Describes the effect of a pending order. @param moved number of loaded rows that move. @param more rows that are
 * added; negative if rows leave.
 */
export function pendingOrderMessage(moved: number, more: number): string {
  const here = `${plural(moved, "row")} changed`;
  if (more === 0) return here;
  return `${here} here, ${formatCount(Math.abs(more))} ${more > 0 ? "more" : "fewer"} in all`;
}

export const PENDING_ORDER =
  "The rows or their order have changed. They stay as they are while you point at them, select rows or have a menu open.";
/** Shown after the count while the index of a long table loads after a start. */
export const COUNTING = "counting the rest…";
export const COPY_UNOPENED = "The local copy could not be opened";
export const ARRIVING = "They appear here as their pages arrive.";
export const CLEAR_FILTERS_HINT = "Switch a filter off, or clear all filters.";

export const noMatch = (many: string, filters: number): string =>
  `No ${many} match ${pluralForm(filters, "this filter", `these ${formatCount(filters)} filters`)}`;

/** The heading if there is no row at all. @param isSyncing whether a pass is running. */
export const noRows = (many: string, isSyncing: boolean): string =>
  isSyncing ? `Waiting for the first ${many}` : `No ${many} yet`;

export const noneReturned = (many: string): string =>
  `The service has returned no ${many} so far. Press F5 to refresh.`;

export const noNameBegins = (text: string): string => `No name begins with “${text}”`;

/** The tooltip of a missing sum, in a group with several material types. */
export const notAdded = (label: string): string =>
  `${label} of different material types is not added up. Group by material type to see sums.`;

/** An entry in the menu of a number that counts items. */
export const SHOW_COUNTED = "Show these items";

export const COLUMN_ACTIONS = {
  sortUp: "Sort ascending",
  sortDown: "Sort descending",
  addToOrder: "Add to the order",
  leaveOrder: "Take out of the order",
  filter: "Filter…",
  hide: "Hide",
  group: "Group",
  groupByThis: "Group by this",
  totals: "Totals",
  pinLeft: "Pin to the left",
  pinRight: "Pin to the right",
  unpin: "Unpin",
  moveLeft: "Move left",
  moveRight: "Move right",
  fit: "Fit width",
  reset: "Reset columns",
};
/** The names of the menus of the table. */
export const columnMenu = (column: string): string => `Column ${column}`;
export const cellMenu = (column: string, value: string): string => `Cell ${column}: ${value}`;
export const groupMenu = (value: string): string => `Group ${value}`;

export const showOnly = (value: string): string => `Show only ${value}`;
export const exclude = (value: string): string => `Exclude ${value}`;
export const openReference = (resource: Resource, name: string): string =>
  `Open ${RESOURCE_LABELS[resource].one} ${name}`;

export const GROUP_ACTIONS = {
  open: "Open",
  close: "Close",
  openAll: "Open all groups",
  closeAll: "Close all groups",
};
export const toggleGroup = (isClosed: boolean, value: string): string =>
  `${isClosed ? GROUP_ACTIONS.open : GROUP_ACTIONS.close} ${value}`;
export const selectItsRows = (resource: Resource, rows: number): string =>
  `Select its ${countOf(resource, rows)}`;
export const copiedRows = (rows: number): string => plural(rows, "row");

export const searchRows = (resource: Resource): string => `Search ${RESOURCE_LABELS[resource].many}`;

/** A result's number of rows: "n" and " of m items" while filtered, otherwise "n items" and nothing. */
export function resultCount(
  resource: Resource,
  { total, all }: { readonly total: number; readonly all: number | null },
  { isFiltered, isCounted }: { readonly isFiltered: boolean; readonly isCounted: boolean },
): readonly [count: string, ofAll: string] {
  // Before the first rows arrive, "0 items" would be wrong.
  if (!isCounted && total === 0) return ["", ""];
  const { many } = RESOURCE_LABELS[resource];
  // Until counted, there are at least the loaded rows.
  const count = isCounted ? formatCount(total) : `${formatCount(total)}+`;
  if (isFiltered) return [count, ` of ${all === null ? `the ${many}` : countOf(resource, all)}`];
  return [isCounted ? countOf(resource, total) : `${count} ${many}`, ""];
}

/** A result for screen readers: "12 of 120 items shown, sorted by Name ascending". */
export function resultSentence(
  [count, ofAll]: ReturnType<typeof resultCount>,
  isFiltered: boolean,
  order: readonly { readonly label: string; readonly direction: "asc" | "desc" }[],
): string {
  const rows = isFiltered ? `${count}${ofAll} shown` : count;
  return [rows, sortedBy(order)].filter((part) => part !== "").join(", ");
}

function sortedBy(order: Parameters<typeof resultSentence>[2]): string {
  const columns = order.map(
    ({ label, direction }) => `${label} ${direction === "desc" ? "descending" : "ascending"}`,
  );
  return columns.length === 0 ? "" : `sorted by ${columns.join(", then ")}`;
}

/** The figures of a group's numbers: "Weight kg of 12: sum 30, average 2.5, smallest 1, largest 4". */
export const groupFigures = (
  label: string,
  { count, sum, min, max }: Total,
  format: (value: number) => string,
): string =>
  `${label} of ${formatCount(count)}: sum ${format(sum)}, average ${format(sum / count)}, smallest ${format(min)}, largest ${format(max)}`;
