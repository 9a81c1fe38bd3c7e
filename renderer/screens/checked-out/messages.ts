import { formatCount, plural } from "../../base/format.ts";
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
  average: "Average time out",
  returned: "Returned today",
};
export const OPEN_IN_TABLE = "Opens these items in the table";
export const OPEN_IN_ACTIVITY = "Opens these returns in Activity";
export const RETURNED_NOTE = "Seen by a refresh since midnight";

export const COLUMNS = {
  team: "Team",
  items: "Items",
  length: "Length",
  oldest: "Longest out",
  average: "Average",
  ages: "Time out",
  item: "Item",
  type: "Material type",
  location: "From",
  holder: "Holder",
  since: "Checked out",
  out: "Time out",
};
export const sortBy = (column: string): string => `Sort by ${column}`;
export const expand = (label: string): string => `Items of ${label}`;
export const openItemsOf = (label: string, items: number): string =>
  `Open ${plural(items, "item")} of ${label} in the table`;
export const openAll = (items: number): string => `Open all ${formatCount(items)} in the table`;
export const OPEN_THEM = "Open in the table";
export const firstOf = (shown: number, all: number): string =>
  `The ${formatCount(shown)} of ${formatCount(all)} items that have been out longest.`;
export const nameHolder = (id: string): string => `Name holder ${id}`;
export const NAME_THIS = "Name this holder…";

export const EMPTY = {
  title: "Nothing is checked out",
  text: "As soon as a refresh sees an item with the status “checked out”, it is listed here.",
};
export const NO_MATCH = { title: "Nothing matches", text: "Change or clear the search." };
export const NOT_ADDABLE =
  "Lengths of different material types are added up as soon as their units are confirmed (Settings → Units).";
export const notListed = (by: Grouping, more: number): string =>
  `${formatCount(more)} more ${MANY[by][1]} with fewer items are not listed. Filter the table of items to find them.`;

/** "2 days", "under 1 day"; "–" where nobody says since when. @param milliseconds of being out. */
export function daysOut(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  const days = Math.floor(milliseconds / 86_400_000);
  return days < 1 ? "under 1 day" : plural(days, "day");
}
/** The ages of a group: "3 today, 2 up to 7 days". */
export const agesText = (bands: readonly (readonly [label: string, items: number])[]): string =>
  bands
    .filter(([, items]) => items > 0)
    .map(([label, items]) => `${formatCount(items)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`)
    .join(", ");
export const openAges = (label: string, band: string, items: number): string =>
  `Open ${plural(items, "item")} of ${label} in the table: ${band}`;

export const PAGER = { label: "Pages", previous: "Previous", next: "Next" };
export const placesOf = (from: number, to: number, all: number): string =>
  `${formatCount(from)}–${formatCount(to)} of ${formatCount(all)}`;
