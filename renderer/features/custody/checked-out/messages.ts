import { MIN_CASES } from "../../../../shared/features/custody/usual-times.ts";
import { texts } from "../../../../shared/base/text/texts.ts";
import { formatDay, listOf, listOfAll } from "../../../base/format.ts";
import type { AgeBand } from "../../../inventory/figures/ages.ts";
import { joinSentences } from "../../../ui/join-sentences.ts";
import type { UsualLimits } from "../custody-queries.ts";
import { boundedDays } from "../messages.ts";
import type { Grouping } from "./checked-out-search.ts";

export const SCREEN = texts("checkedOut", {
  title: "Checked out",
  groupBy: "Group by",
  search:
    "Search {by, select, holder {holders} team {teams} type {material types} location {locations} other {items}}",
  table:
    "Checked-out items by {by, select, holder {holder} team {team} type {material type} location {location} other {item}}",
  noteMatches: "Items whose note matches",
  editLimits: "Usual times and limits…",
  notAddable:
    "Lengths of different material types are added up as soon as their units are confirmed (Settings → Units).",
  notListed:
    "{more, number} more {by, select, holder {holders} team {teams} type {material types} location {locations} other {items}} with fewer items are not listed. Filter the table of items to find them.",
});
export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = texts("checkedOut.groupings", {
  holder: "Holder",
  team: "Team",
  type: "Material type",
  location: "Location",
  item: "Item",
});
export const NO_VALUE = texts("checkedOut.noValue", {
  holder: "No holder",
  team: "No team",
  type: "No material type",
  location: "No location",
});
export const GROUP_COUNTS = texts("checkedOut.groupCounts", {
  holder: "{count, plural, one {# holder} other {# holders}}",
  team: "{count, plural, one {# team} other {# teams}}",
  type: "{count, plural, one {# material type} other {# material types}}",
  location: "{count, plural, one {# location} other {# locations}}",
  item: "{count, plural, one {# item} other {# items}}",
});

export const FIGURES = texts("checkedOut.figures", {
  items: "Items out",
  holders: "Holders",
  late: "Out longer than usual",
  average: "Average time out",
  returned: "Returned today",
  returnedNote: "Seen by a refresh since midnight",
  unknownNote: "Not known yet",
  openInTable: "Opens these items in the table",
  openInActivity: "Opens these returns in Activity",
});

export const COLUMNS = texts("checkedOut.columns", {
  team: "Team",
  items: "Items",
  length: "Length",
  value: "Value",
  oldest: "Longest out",
  average: "Average",
  late: "Longer than usual",
  ages: "Time out",
  item: "Item",
  type: "Material type",
  location: "From",
  holder: "Holder",
  since: "Checked out",
  out: "Time out",
  actions: "Actions",
});
export const GROUP = texts("checkedOut.group", {
  /** The text after an amount if the group has amounts in other currencies too: "+2". */
  moreCurrencies: "+{currencies, number}",
  items: "Items of {label}",
  open: "Open {items, plural, one {# item} other {# items}} of {label} in the table",
  openLate:
    "Open {items, plural, one {# item} other {# items}} of {label} that {items, plural, one {is} other {are}} out longer than usual",
  openAll: "Open all {items, number} in the table",
  openThem: "Open in the table",
  first: "The {shown, number} of {all, number} items that have been out longest.",
  nameHolder: "Name holder {id}",
  editHolder: "Edit the name of {name}",
  band: "{band}: {items, number}",
  /** The name starts with the button's visible text. */
  openBand: "{band}: {items, number}. Open {items, plural, one {it} other {them}} in the table, of {label}",
});

const USUAL = texts("checkedOut.usual", {
  fixed: "Longer than usual: longer than the limit of {days, plural, one {# day} other {# days}}.",
  tooFew: "Fewer than {least, number} returns were observed: too few to say how long items usually are out.",
  tooFewSince:
    "Fewer than {least, number} returns were observed since {day}: too few to say how long items usually are out.",
  unknown:
    "It takes {time} until 90 % of all items return; how long is not known yet, so only limits and material types with a usual time of their own mark items.",
  known:
    "Usual is the time within which 90 % of a material type’s items return, or of all items if a type has fewer than {least, number} returns: {time}.",
  byType:
    "{types, plural, one {# material type has a usual time of its own} other {# material types have usual times of their own}}, within which 90 % of the type’s items return: {span, select, range {{least, number} to {most, plural, one {# day} other {# days}}} other {{most, plural, one {# day} other {# days}}}}.",
  otherTypes: "All other types have the usual time of all items: {time}.",
  from: "From {returns, plural, one {# return} other {# returns}} observed, and from the items that have not come back.",
  fromSince:
    "From {returns, plural, one {# return} other {# returns}} observed since {day}, and from the items that have not come back.",
  seen: "A return is seen between two refreshes, and its latest possible time counts.",
});
/** Explains which limit decides that an item is out "longer than usual". */
export function usualNote({ usual, fixed, limits }: Pick<UsualLimits, "usual" | "fixed" | "limits">): string {
  if (fixed.all !== null) return USUAL.fixed({ days: fixed.all });
  const day = usual.since === null ? null : formatDay(usual.since);
  if (!usual.all || !limits.all)
    return day === null ? USUAL.tooFew({ least: MIN_CASES }) : USUAL.tooFewSince({ least: MIN_CASES, day });
  const { cases: returns, p90 } = usual.all;
  const time = boundedDays(p90);
  const from = day === null ? USUAL.from({ returns }) : USUAL.fromSince({ returns, day });
  if (p90.most === null) return joinSentences(USUAL.unknown({ time }), from);
  const ofTypes = [...limits.types.values()].flatMap(({ days, why }) =>
    why.kind === "usual" ? (days ?? []) : [],
  );
  if (ofTypes.length === 0) return joinSentences(USUAL.known({ least: MIN_CASES, time }), from, USUAL.seen);
  // Most rows are of types with many returns, so their times come first.
  const [least, most] = [Math.min(...ofTypes), Math.max(...ofTypes)];
  const byType = USUAL.byType({ types: ofTypes.length, span: least === most ? "one" : "range", least, most });
  return joinSentences(byType, USUAL.otherTypes({ time }), from, USUAL.seen);
}

export const LIMITS = texts("checkedOut.limits", {
  title: "Usual times and limits",
  intro:
    "The service has no due dates. An item counts as out longer than usual once it has been out for more days than its limit here, or than its type’s usual time if it has no limit.",
  all: "Limit for all types, in days",
  asUsual: "as usual",
  search: "Search material types",
  type: "Material type",
  cases: "Returns",
  median: "Half within",
  p90: "90 % within",
  limit: "Limit in days",
  save: "Save",
  cancel: "Cancel",
  limitOf: "Limit for {type}, in days",
  listed: "{shown, number} of {all, number} material types. Search to find the others.",
  tooVaried:
    "The limits of the types have more than {most, number} different numbers of days. Give some types the same limit.",
});

export const EMPTY = texts("checkedOut.empty", {
  title: "Nothing is checked out",
  text: "As soon as a refresh sees an item with the status “checked out”, it is listed here.",
});
export const NO_MATCH = texts("checkedOut.noMatch", {
  title: "Nothing matches",
  text: "Change or clear the search.",
});

const AGES = texts("checkedOut.ages", {
  items:
    "{items, number} {band, select, today {today} week {up to 7 days} month {8 to 30 days} quarter {31 to 90 days} longer {over 90 days} other {no valid date}}",
});
/** The numbers of a group's items by age: "3 today, 2 up to 7 days". */
export const agesText = (bands: readonly (readonly [band: AgeBand["key"], items: number])[]): string =>
  listOf(bands.filter(([, items]) => items > 0).map(([band, items]) => AGES.items({ band, items })));

export const SHEET = texts("checkedOut.sheet", {
  open: "Hand-over sheet",
  openLeaving: "Leaving…",
  title: "Hand-over: {who}",
  titleOfLeaving: "To be returned: {who}",
  items: "Items of the sheet",
  item: "Item",
  id: "Id",
  type: "Material type",
  typeId: "Material type id",
  from: "From",
  fromId: "Location id",
  length: "Length",
  unit: "Unit",
  value: "Value",
  currency: "Currency",
  since: "Checked out",
  sinceUtc: "Checked out (UTC)",
  out: "Time out",
  days: "Days out",
  holder: "Holder",
  holderId: "Holder id",
  team: "Team",
  date: "Date",
  company: "Connection",
  count: "Items",
  itemCount: "{items, plural, one {# item} other {# items}}",
  someValues: "{amounts} (known for {known, number} of {all, plural, one {# item} other {# items}})",
  returned: "Returned",
  returnedLabel: "Returned: {item}",
  signature: "Signature",
  leavingNote: "Everything that is checked out now. Tick what has come back.",
  nothing: "Nothing is checked out",
  cut: "The first {shown, number} of {all, number} items. Export the table of items for all of them.",
  handedOverBy: "Handed over by, date",
  returnedBy: "Returned by, date",
  receivedBy: "Received by, date",
  back: "Back",
  excel: "Export to Excel…",
  pdf: "Save as PDF…",
  print: "Print…",
  saved: "{file} saved",
});
export const sheetTitle = (leaving: boolean, who: string): string =>
  leaving ? SHEET.titleOfLeaving({ who }) : SHEET.title({ who });
/** Writes amounts in several currencies: "€412.50 and $12.00". */
export const listOfAmounts = (amounts: readonly string[]): string => listOfAll(amounts);
/** The value on a sheet: "€412.50 and $12.00", or "€412.50 (known for 3 of 4 items)". */
export const sheetValue = (amounts: readonly string[], known: number, all: number): string => {
  const sum = listOfAmounts(amounts);
  return known === all ? sum : SHEET.someValues({ amounts: sum, known, all });
};

export const REMINDER = texts("checkedOut.reminder", {
  copy: "Copy reminder",
  what: "Reminder",
  hello: "Hello {name},",
  intro: "our inventory shows {items, plural, one {# item} other {# items}} with you on {day}:",
  since: "since {day} ({age})",
  from: "from {place}",
  more: "- and {items, plural, one {# more item} other {# more items}}",
  please: "Please bring back what you no longer need, or tell us what is different. Thank you!",
});
