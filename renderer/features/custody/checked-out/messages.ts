import { MIN_CASES } from "../../../../shared/features/custody/usual-times.ts";
import { formatCount, formatDay, listOfAll, plural, pluralForm } from "../../../base/format.ts";
import type { UsualLimits } from "../custody-queries.ts";
import { boundedDays } from "../messages.ts";
import type { Grouping } from "./checked-out-search.ts";

export const TITLE = "Checked out";
export const GROUP_BY = "Group by";
export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  holder: "Holder",
  team: "Team",
  type: "Material type",
  location: "Location",
  item: "Item",
};
export const NO_VALUE = {
  holder: "No holder",
  team: "No team",
  type: "No material type",
  location: "No location",
} as const;
/** The groups in the plural, for counts. */
const MANY: Readonly<Record<Grouping, readonly [one: string, many: string]>> = {
  holder: ["holder", "holders"],
  team: ["team", "teams"],
  type: ["material type", "material types"],
  location: ["location", "locations"],
  item: ["item", "items"],
};
export const groupCount = (by: Grouping, count: number): string => plural(count, ...MANY[by]);
export const searchLabel = (by: Grouping): string => `Search ${MANY[by][1]}`;
export const tableLabel = (by: Grouping): string => `Checked-out items by ${MANY[by][0]}`;

export const FIGURES = {
  items: "Items out",
  holders: "Holders",
  late: "Out longer than usual",
  average: "Average time out",
  returned: "Returned today",
};
export const OPEN_IN_TABLE = "Opens these items in the table";
export const OPEN_IN_ACTIVITY = "Opens these returns in Activity";
export const RETURNED_NOTE = "Seen by a refresh since midnight";
export const UNKNOWN_NOTE = "Not known yet";

export const COLUMNS = {
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
};
/** The text after an amount if the group has amounts in other currencies too: "+2". */
export const moreCurrencies = (currencies: number): string => `+${formatCount(currencies)}`;
export const expand = (label: string): string => `Items of ${label}`;
export const openItemsOf = (label: string, items: number): string =>
  `Open ${plural(items, "item")} of ${label} in the table`;
export const openAll = (items: number): string => `Open all ${formatCount(items)} in the table`;
export const OPEN_THEM = "Open in the table";
export const firstOf = (shown: number, all: number): string =>
  `The ${formatCount(shown)} of ${formatCount(all)} items that have been out longest.`;
export const NOTE_MATCHES = "Items whose note matches";
export const nameHolder = (id: string): string => `Name holder ${id}`;
export const editHolder = (name: string): string => `Edit the name of ${name}`;

export const openLateOf = (label: string, items: number): string =>
  `Open ${plural(items, "item")} of ${label} that ${pluralForm(items, "is", "are")} out longer than usual`;

/** The explanation of the limit behind "longer than usual". */
export function usualNote({ usual, fixed, limits }: Pick<UsualLimits, "usual" | "fixed" | "limits">): string {
  if (fixed.all !== null) return `Longer than usual: longer than the limit of ${plural(fixed.all, "day")}.`;
  const since = usual.since === null ? "" : ` since ${formatDay(usual.since)}`;
  if (!usual.all || !limits.all)
    return `Fewer than ${MIN_CASES} returns were observed${since}: too few to say how long items usually are out.`;
  const from = `From ${plural(usual.all.cases, "return")} observed${since}, and from the items that have not come back.`;
  if (usual.all.p90.most === null)
    return `It takes ${boundedDays(usual.all.p90)} until 90 % of all items return; how long is not known yet, so only limits and material types with a usual time of their own mark items. ${from}`;
  return `Usual is the time within which 90 % of a material type’s items return, or of all items if a type has fewer than ${MIN_CASES} returns: ${boundedDays(usual.all.p90)}. ${from} A return is seen between two refreshes, and its latest possible time counts.`;
}
export const EDIT_LIMITS = "Usual times and limits…";

export const LIMITS = {
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
};
export const limitOf = (type: string): string => `Limit for ${type}, in days`;
export const listedTypes = (shown: number, all: number): string =>
  `${formatCount(shown)} of ${formatCount(all)} material types. Search to find the others.`;

export const tooVaried = (most: number): string =>
  `The limits of the types have more than ${formatCount(most)} different numbers of days. Give some types the same limit.`;

export const EMPTY = {
  title: "Nothing is checked out",
  text: "As soon as a refresh sees an item with the status “checked out”, it is listed here.",
};
export const NO_MATCH = { title: "Nothing matches", text: "Change or clear the search." };
export const NOT_ADDABLE =
  "Lengths of different material types are added up as soon as their units are confirmed (Settings → Units).";
export const notListed = (by: Grouping, more: number): string =>
  `${formatCount(more)} more ${MANY[by][1]} with fewer items are not listed. Filter the table of items to find them.`;

/** The ages of a group: "3 today, 2 up to 7 days". */
export const agesText = (bands: readonly (readonly [label: string, items: number])[]): string =>
  bands
    .filter(([, items]) => items > 0)
    .map(([label, items]) => `${formatCount(items)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`)
    .join(", ");
/** The name starts with the button's visible text. */
export const openAges = (label: string, band: string, items: number): string =>
  `${bandCount(band, items)}. Open ${pluralForm(items, "it", "them")} in the table, of ${label}`;
export const bandCount = (band: string, items: number): string => `${band}: ${formatCount(items)}`;

export const HAND_OVER = "Hand-over sheet";
export const LEAVING = "Leaving…";
export const sheetTitle = (leaving: boolean, who: string): string =>
  leaving ? `To be returned: ${who}` : `Hand-over: ${who}`;
export const SHEET = {
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
  returned: "Returned",
  signature: "Signature",
  leavingNote: "Everything that is checked out now. Tick what has come back.",
  nothing: "Nothing is checked out",
  handedOverBy: "Handed over by, date",
  returnedBy: "Returned by, date",
  receivedBy: "Received by, date",
  back: "Back",
  excel: "Export to Excel…",
  pdf: "Save as PDF…",
  print: "Print…",
};
/** Amounts in several currencies: "€412.50 and $12.00". */
export const listOfAmounts = (amounts: readonly string[]): string => listOfAll(amounts);
/** The value on a sheet: "€412.50 and $12.00", or "€412.50 (known for 3 of 4 items)". */
export const sheetValue = (amounts: readonly string[], known: number, all: number): string => {
  const sum = listOfAmounts(amounts);
  return known === all ? sum : `${sum} (known for ${formatCount(known)} of ${plural(all, "item")})`;
};
export const returnedLabel = (item: string): string => `Returned: ${item}`;
export const sheetSaved = (file: string): string => `${file} saved`;
export const sheetCut = (shown: number, all: number): string =>
  `The first ${formatCount(shown)} of ${formatCount(all)} items. Export the table of items for all of them.`;

export const REMINDER = {
  copy: "Copy reminder",
  what: "Reminder",
  hello: (name: string): string => `Hello ${name},`,
  intro: (items: number, day: string): string =>
    `our inventory shows ${plural(items, "item")} with you on ${day}:`,
  since: (day: string, age: string): string => `since ${day} (${age})`,
  from: (place: string): string => `from ${place}`,
  more: (items: number): string => `- and ${plural(items, "more item", "more items")}`,
  please: "Please bring back what you no longer need, or tell us what is different. Thank you!",
};

/** The number of items on a hand-over sheet. */
export const sheetCount = (items: number): string => plural(items, "item");
