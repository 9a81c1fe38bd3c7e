import { texts } from "../../../shared/base/text/texts.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const OVERVIEW = texts("overview", {
  title: "Overview",
  customise: "Customise…",
  /** Shown instead of a card that has no data for a past day. */
  noPast: "Not kept for single days. Go back to now to see it.",
});

export const CARD_TITLES = texts("overview.cards", {
  figures: "Key figures",
  value: "Stock value",
  byType: "Stock by material type",
  byLocation: "Stock by location",
  timeOut: "Time out",
  cover: "Consumption and days of cover",
  activity: "Activity",
  history: "Stock over time",
  deadStock: "Not moved",
});

export const EMPTY = texts("overview.empty", {
  title: "No items yet",
  text: "The overview fills as soon as the service returns items.",
});

export const FIGURES = texts("overview.figures", {
  items: "Items",
  available: "Available",
  checkedOut: "Checked out",
  archived: "Archived",
  withoutLocation: "Without location",
  lowStock: "Low stock",
  dataProblems: "Data problems",
});
export const FIGURE_TEXTS = texts("overview.figureTexts", {
  lowStockHint:
    "Material types below their threshold. Set one in Material types: right-click a row, Low-stock threshold.",
  value: "Stock value, {currency}",
  valueChanges: "Change of stock value",
  noEarlierValue: "No value was kept that day.",
  noEarlierFigure: "Stockdeck was not running that day.",
  sinceYesterday: "since yesterday",
  sinceLastWeek: "since last week",
  change: "{change} {when}",
});

/**
 * The change of a figure since an earlier day: "+12 since yesterday"; "– since last week" if it is not known.
 * @param format writes the amount without its sign.
 */
export function changeSince(change: number | null, when: string, format: (amount: number) => string): string {
  if (change === null) return FIGURE_TEXTS.change({ change: "–", when });
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return FIGURE_TEXTS.change({ change: `${sign}${format(Math.abs(change))}`, when });
}

export const SERIES = texts("overview.stock.series", {
  available: "Available",
  checkedOut: "Checked out",
  archived: "Archived",
});
export const NO_VALUE = texts("overview.stock.noValue", {
  materialTypeId: "No material type",
  locationId: "No location",
});
export const STOCK = texts("overview.stock", {
  measure: "Measure",
  currency: "Currency",
  valueMeasure: "Value",
  /** The heading of a column of amounts in a file: "Available, value (EUR)". */
  valueHeading: "{label}, value ({currency})",
  showAll: "Show all",
  /**
   * The label of a button that shows all groups. The number is the same as in the description, which does not count "No
   * material type".
   */
  showAllGroups: "Show all {groups, number} {of, select, types {material types} other {locations}}",
  /** The description of a stock chart: "60 material types. The largest is Copper foil with 1,250 m." */
  description:
    "{groups, number} {of, select, types {material types} locations {locations} other {values}}. The largest is {first} with {total}.",
  withoutUnit: "Numbers without a unit are left out.",
  notAddable:
    "Lengths of different material types have no common sum. Confirm the units first (Settings → Units).",
});

export const TIME_OUT = texts("overview.timeOut", {
  heading: "Out for",
  series: "Items out",
  longest: "Out longest",
  noHolder: "no holder",
  nothing: "Nothing is checked out.",
  description: "{items, plural, one {# item} other {# items}} checked out, by the time since then.",
});
export const LONGEST_COLUMNS = texts("overview.timeOut.longest", {
  id: "Id",
  item: "Item",
  holderId: "Holder id",
  holder: "Holder",
  checkedOut: "Checked out",
});
export const timeOutDescription = (items: number): string =>
  items === 0 ? TIME_OUT.nothing : TIME_OUT.description({ items });

export const ACTIVITY_SERIES = texts("overview.activity.series", {
  checkedOut: "Check-outs",
  returned: "Returns",
  transferred: "Transfers",
  edited: "Edits",
});
export const STEP = texts("overview.activity.step", { label: "Step", hour: "Hours", day: "Days" });
const CHANGES = texts("overview.activity.description", {
  seen: "{changes, plural, one {# change} other {# changes}} by the time at which a refresh saw them.",
  gaps: "Hatched: nothing was observed, because Stockdeck was not running.",
});
export const activityDescription = (changes: number, gaps: number): string =>
  joinSentences(CHANGES.seen({ changes }), gaps !== 0 && CHANGES.gaps);

export const HISTORY = texts("overview.history", {
  heading: "Day",
  allTypes: "All material types",
  type: "Material type",
  noType: "No such material type",
  range: "Range",
  none: "The first point appears after the first whole refresh; one more each day.",
  description:
    "{observed, plural, one {# day} other {# days}} of {days, number} observed. A missing day is a gap.",
});
export const RANGES = texts("overview.history.ranges", {
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  "731": "2 years",
});

export const COVER = texts("overview.cover", {
  type: "Material type",
  stock: "Stock",
  perDay: "Used per day",
  unit: "Unit",
  days: "Days of cover",
  none: "No consumption observed yet. It is seen when lengths or weights of items go down between two refreshes.",
  today: "Consumption of today.",
  lastDays:
    "Consumption of the last {days, plural, one {# day} other {# days}}. Days without a refresh count too.",
  /** The accessible name of a stock that opens its items. */
  stockOf: "{stock} of {type}: show its items",
  underADay: "under 1 day",
  dayCount: "{days, plural, one {# day} other {# days}}",
});
/**
 * The number of days on which consumption was observed. A day without a refresh counts, because the next refresh sees
 * its consumption.
 */
export const observedDays = (days: number): string => (days <= 1 ? COVER.today : COVER.lastDays({ days }));
/** The time for which a stock lasts: "12 days", "under 1 day"; "–" if nothing was used. */
export function coverText(days: number | null): string {
  if (days === null) return "–";
  return days < 1 ? COVER.underADay : COVER.dayCount({ days: Math.floor(days) });
}

export const DEAD = texts("overview.deadStock", {
  days: "Unchanged for",
  name: "Item",
  type: "Material type",
  since: "Last change",
  none: "Every item in stock has changed within this time.",
  dayCount: "{days, plural, one {# day} other {# days}}",
  count: "{items, plural, one {# item} other {# items}} in stock unchanged",
  open: "Open in the table",
});

export const VIEW_CARD = texts("overview.viewCard", {
  missing: "This view has been deleted.",
  count: "Count",
  sum: "Sum of a column",
  breakdown: "Breakdown by a field",
  rows: "Rows",
  sumTitle: "{field} in “{view}”",
  breakdownTitle: "“{view}” by {field}",
  countTitle: "“{view}”",
  inRows: "in {rows, plural, one {# row} other {# rows}}",
});

export const PANEL = texts("overview.panel", {
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
  full: "An overview has at most {most, plural, one {# card} other {# cards}} from views. Remove one first.",
  moveUp: "Move “{card}” up",
  moveDown: "Move “{card}” down",
  removeCard: "Remove “{card}”",
  /** A date field as a way to group: by its month. */
  byMonth: "{label} (month)",
});
