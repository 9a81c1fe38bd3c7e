import { formatCount, plural } from "../../base/format.ts";

export const TITLE = "Overview";
export const CUSTOMISE = "Customise…";
/** Shown instead of a card of a past day. */
export const NO_PAST = "Not kept for single days. Go back to now to see it.";

export const CARD_TITLES = {
  figures: "Key figures",
  value: "Stock value",
  byType: "Stock by material type",
  byLocation: "Stock by location",
  timeOut: "Time out",
  cover: "Consumption and days of cover",
  activity: "Activity",
  history: "Stock over time",
  deadStock: "Not moved",
} as const;

export const EMPTY = {
  title: "No items yet",
  text: "The overview fills as soon as the service returns items.",
};

export const FIGURES = {
  items: "Items",
  available: "Available",
  checkedOut: "Checked out",
  archived: "Archived",
  withoutLocation: "Without location",
  lowStock: "Low stock",
  dataProblems: "Data problems",
} as const;
export const LOW_STOCK_HINT =
  "Material types below their threshold. Set one in Material types: right-click a row, Low-stock threshold.";

/**
 * The change of a figure since an earlier day: "+12 since yesterday"; "– since last week" if it is not known.
 * @param format writes the amount without its sign.
 */
export function changeSince(change: number | null, when: string, format: (amount: number) => string): string {
  if (change === null) return `– ${when}`;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return `${sign}${format(Math.abs(change))} ${when}`;
}
export const valueFigure = (currency: string): string => `Stock value, ${currency}`;
export const VALUE_FIGURES = "Change of stock value";
export const NO_EARLIER_VALUE = "No value was kept that day.";
export const NO_EARLIER_FIGURE = "Stockdeck was not running that day.";
export const SINCE_YESTERDAY = "since yesterday";
export const SINCE_LAST_WEEK = "since last week";

export const SERIES = { available: "Available", checkedOut: "Checked out", archived: "Archived" };
export const NO_VALUE = { materialTypeId: "No material type", locationId: "No location" } as const;
export const MEASURE = "Measure";
export const CURRENCY = "Currency";
export const VALUE_MEASURE = "Value";
/** The heading of a column of amounts in a file: "Available, value (EUR)". */
export const valueHeading = (label: string, currency: string): string => `${label}, value (${currency})`;
export const SHOW_ALL = "Show all";
/** Shows all groups. The number is the one in the description, which does not count "No material type". */
export const showAll = (groups: number, many: string): string => `Show all ${formatCount(groups)} ${many}`;
/** The description of a stock chart: "60 material types. The largest is Copper foil with 1,250 m." */
export const stockDescription = (groups: number, many: string, first: string, total: string): string =>
  `${formatCount(groups)} ${many}. The largest is ${first} with ${total}.`;
export const WITHOUT_UNIT = "Numbers without a unit are left out.";
export const NOT_ADDABLE =
  "Lengths of different material types have no common sum. Confirm the units first (Settings → Units).";

export const TIME_OUT = {
  heading: "Out for",
  series: "Items out",
  longest: "Out longest",
  longestColumns: ["Id", "Item", "Holder id", "Holder", "Checked out"],
};
export const timeOutDescription = (items: number): string =>
  items === 0 ? "Nothing is checked out." : `${plural(items, "item")} checked out, by the time since then.`;
export const NO_HOLDER = "no holder";

export const ACTIVITY_SERIES = {
  checkedOut: "Check-outs",
  returned: "Returns",
  transferred: "Transfers",
  edited: "Edits",
};
export const STEP = { label: "Step", hour: "Hours", day: "Days" };
export const activityDescription = (changes: number, gaps: number): string => {
  const missing = gaps === 0 ? "" : ` Hatched: nothing was observed, because Stockdeck was not running.`;
  return `${plural(changes, "change")} by the time at which a refresh saw them.${missing}`;
};

export const HISTORY = {
  heading: "Day",
  allTypes: "All material types",
  type: "Material type",
  noType: "No such material type",
  range: "Range",
  none: "The first point appears after the first whole refresh; one more each day.",
};
export const RANGES = { "30": "30 days", "90": "90 days", "365": "1 year", "731": "2 years" } as const;
export const historyDescription = (observed: number, days: number): string =>
  `${plural(observed, "day")} of ${formatCount(days)} observed. A missing day is a gap.`;

export const COVER = {
  type: "Material type",
  stock: "Stock",
  perDay: "Used per day",
  unit: "Unit",
  days: "Days of cover",
  none: "No consumption observed yet. It is seen when lengths or weights of items go down between two refreshes.",
};
/** How long consumption was observed: days without a refresh count, because the next refresh sees their consumption. */
export const observedDays = (days: number): string =>
  days <= 1
    ? "Consumption of today."
    : `Consumption of the last ${plural(days, "day")}. Days without a refresh count too.`;
/** The accessible name of a stock that opens its items. */
export const stockOf = (type: string, stock: string): string => `${stock} of ${type}: show its items`;
/** "12 days", "under 1 day"; "–" if nothing was used. */
export function coverText(days: number | null): string {
  if (days === null) return "–";
  return days < 1 ? "under 1 day" : plural(Math.floor(days), "day");
}

export const DEAD = {
  days: "Unchanged for",
  name: "Item",
  type: "Material type",
  since: "Last change",
  none: "Every item in stock has changed within this time.",
};
export const daysLabel = (days: number): string => plural(days, "day");
export const deadCount = (items: number): string => `${plural(items, "item")} in stock unchanged`;
export const OPEN_THEM = "Open in the table";

export const VIEW_CARD = {
  missing: "This view has been deleted.",
  count: "Count",
  sum: "Sum of a column",
  breakdown: "Breakdown by a field",
  rows: "Rows",
};
export const sumTitle = (field: string, view: string): string => `${field} in “${view}”`;
export const breakdownTitle = (field: string, view: string): string => `“${view}” by ${field}`;
export const countTitle = (view: string): string => `“${view}”`;
export const inRows = (rows: number): string => `in ${plural(rows, "row")}`;

export const PANEL = {
  title: "Customise the overview",
  cards: "Cards",
  up: "Move up",
  down: "Move down",
  remove: "Remove",
  add: "Add a card from a view",
  view: "View",
  show: "Show",
  field: "Field",
  addCard: "Add card",
  noViews: "Save a view in a table first.",
  reset: "Reset to the original cards",
};
export const overviewFull = (most: number): string =>
  `An overview has at most ${plural(most, "card")} from views. Remove one first.`;
export const moveUp = (card: string): string => `Move “${card}” up`;
export const moveDown = (card: string): string => `Move “${card}” down`;
export const removeCard = (card: string): string => `Remove “${card}”`;

/** A day as a way to group: by its month. */
export const byMonth = (label: string): string => `${label} (month)`;
