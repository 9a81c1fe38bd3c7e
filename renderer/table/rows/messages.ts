import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { plainText, texts, type MarkedText } from "../../../shared/base/text/texts.ts";
import type { Total } from "../../../shared/query/totals.ts";

export const PENDING_ORDER = texts("table.rows.pending", {
  changed: "{moved, plural, one {# row} other {# rows}} changed",
  more: "{moved, plural, one {# row} other {# rows}} changed here, {rows, number} more in all",
  fewer: "{moved, plural, one {# row} other {# rows}} changed here, {rows, number} fewer in all",
  why: "The rows or their order have changed. They stay as they are while you point at them, select rows or have a menu open.",
});
/**
 * Describes the effect of a pending order. @param moved the number of loaded rows that would move. @param more the
 * number of rows that are added; negative if rows leave.
 */
export function pendingOrderMessage(moved: number, more: number): string {
  if (more === 0) return PENDING_ORDER.changed({ moved });
  return more > 0 ? PENDING_ORDER.more({ moved, rows: more }) : PENDING_ORDER.fewer({ moved, rows: -more });
}

/** Shown in place of rows if there are no rows. */
export const NO_ROWS = texts("table.rows.none", {
  unopened: "The local copy could not be opened",
  oneFilter:
    "No {resource, select, items {items} types {material types} other {locations}} match this filter",
  filters:
    "No {resource, select, items {items} types {material types} other {locations}} match these {filters, plural, one {# filter} other {# filters}}",
  clearFilters: "Switch a filter off, or clear all filters.",
  waiting: "Waiting for the first {resource, select, items {items} types {material types} other {locations}}",
  arriving: "They appear here as their pages arrive.",
  none: "No {resource, select, items {items} types {material types} other {locations}} yet",
  noneReturned:
    "The service has returned no {resource, select, items {items} types {material types} other {locations}} so far. Press F5 to refresh.",
});
export const noMatch = (resource: Resource, filters: number): string =>
  filters === 1 ? NO_ROWS.oneFilter({ resource }) : NO_ROWS.filters({ resource, filters });

export const ROWS = texts("table.rows", {
  search: "Search {resource, select, items {items} types {material types} other {locations}}",
  noNameBegins: "No name begins with “{text}”",
  /** The tooltip if a group has no sum because it has several material types. */
  notAdded: "{label} of different material types is not added up. Group by material type to see sums.",
  copied: "{rows, plural, one {# row} other {# rows}}",
});

export const COLUMN_ACTIONS = texts("table.columns.actions", {
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
});
/** The names of the table's menus. */
export const MENUS = texts("table.menus", {
  column: "Column {column}",
  cell: "Cell {column}: {value}",
  group: "Group {value}",
  showOnly: "Show only {value}",
  exclude: "Exclude {value}",
  openReference: "Open {resource, select, items {item} types {material type} other {location}} {name}",
  /** An entry in the menu of a number that counts items. It opens these items. */
  showCounted: "Show these items",
});

export const GROUP_ACTIONS = texts("table.groups.actions", {
  open: "Open",
  close: "Close",
  openGroup: "Open {value}",
  closeGroup: "Close {value}",
  openAll: "Open all groups",
  closeAll: "Close all groups",
  selectRows:
    "Select its {resource, select, items {{rows, plural, one {# item} other {# items}}} types {{rows, plural, one {# material type} other {# material types}}} other {{rows, plural, one {# location} other {# locations}}}}",
});
export const toggleGroup = (isClosed: boolean, value: string): string =>
  isClosed ? GROUP_ACTIONS.openGroup({ value }) : GROUP_ACTIONS.closeGroup({ value });

export const RESULT = texts("table.rows.result", {
  all: "<b>{resource, select, items {{total, plural, one {# item} other {# items}}} types {{total, plural, one {# material type} other {# material types}}} other {{total, plural, one {# location} other {# locations}}}}</b>",
  someOfAll:
    "<b>{total, number}</b> of {resource, select, items {{all, plural, one {# item} other {# items}}} types {{all, plural, one {# material type} other {# material types}}} other {{all, plural, one {# location} other {# locations}}}}",
  some: "<b>{total, number}</b> of the {resource, select, items {items} types {material types} other {locations}}",
  atLeast:
    "<b>{total, number}+ {resource, select, items {items} types {material types} other {locations}}</b>",
  atLeastOfAll:
    "<b>{total, number}+</b> of {resource, select, items {{all, plural, one {# item} other {# items}}} types {{all, plural, one {# material type} other {# material types}}} other {{all, plural, one {# location} other {# locations}}}}",
  atLeastOf:
    "<b>{total, number}+</b> of the {resource, select, items {items} types {material types} other {locations}}",
  /** Shown after the count while the index of a long table loads after a start. */
  counting: "counting the rest…",
  shown: "{rows} shown",
  sorted: "sorted by {order}",
  rowsSorted: "{rows}, sorted by {order}",
  ascending: "{column} ascending",
  descending: "{column} descending",
  orderThen: "{before}, then {after}",
});

/**
 * The number of rows in a result: "n of m items" while filtered, otherwise "n items"; empty while the number is
 * unknown.
 */
export function resultCount(
  resource: Resource,
  { total, all }: { readonly total: number; readonly all: number | null },
  { isFiltered, isCounted }: { readonly isFiltered: boolean; readonly isCounted: boolean },
): MarkedText {
  // Before the first rows arrive, "0 items" would be wrong.
  if (!isCounted && total === 0) return [];
  // Until the rows are counted, there are at least the loaded rows.
  if (!isFiltered) return isCounted ? RESULT.all({ resource, total }) : RESULT.atLeast({ resource, total });
  if (all === null)
    return isCounted ? RESULT.some({ resource, total }) : RESULT.atLeastOf({ resource, total });
  return isCounted
    ? RESULT.someOfAll({ resource, total, all })
    : RESULT.atLeastOfAll({ resource, total, all });
}

/** Describes a result for screen readers: "12 of 120 items shown, sorted by Name ascending". */
export function resultSentence(
  count: MarkedText,
  isFiltered: boolean,
  sort: readonly { readonly label: string; readonly direction: "asc" | "desc" }[],
): string {
  const number = plainText(count);
  const rows = isFiltered ? RESULT.shown({ rows: number }) : number;
  const columns = sort.map(({ label: column, direction }) =>
    direction === "desc" ? RESULT.descending({ column }) : RESULT.ascending({ column }),
  );
  if (columns.length === 0) return rows;
  const order = columns.reduce((before, after) => RESULT.orderThen({ before, after }));
  return rows === "" ? RESULT.sorted({ order }) : RESULT.rowsSorted({ rows, order });
}

const FIGURES = texts("table.groups.figures", {
  all: "{label} of {count, number}: sum {sum}, average {average}, smallest {min}, largest {max}",
});
/** The statistics of a group's numbers: "Weight kg of 12: sum 30, average 2.5, smallest 1, largest 4". */
export const groupFigures = (
  label: string,
  { count, sum, min, max }: Total,
  format: (value: number) => string,
): string =>
  FIGURES.all({
    label,
    count,
    sum: format(sum),
    average: format(sum / count),
    min: format(min),
    max: format(max),
  });
