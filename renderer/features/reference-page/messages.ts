import { formatCount, plural, formatMoment } from "../../base/format.ts";

export const CUTS_LINK = "Find rolls for cuts";
export const RECORD_LINK = "Details, history and raw record";
export const CARDS = {
  statuses: "Items by status",
  lengths: "Remaining length",
  items: "Items",
  fields: "Fields",
};

export const NO_LENGTHS = "No item here has a remaining length.";
export const LENGTH_CHART = "Remaining length of items";

/** The description of the chart of lengths. */
export function fullestBucket(most: number, range: string): string {
  return `Most items, ${formatCount(most)}, have ${range}.`;
}

export const withoutLength = (items: number): string =>
  `${plural(items, "item")} without a remaining length.`;

/** The headings of the list of items. */
export const ITEM_HEADINGS = {
  name: "Name",
  status: "Status",
  materialTypeName: "Material type",
  locationName: "Location",
  remainingLength: "Remaining",
  weight: "Weight",
};
export const NO_ITEMS = "No item refers to this record.";
export const OPEN_TABLE = "Open in the table";

export function openAll(total: number, listed: number): string {
  return total > listed
    ? `All ${formatCount(total)} in the table (${formatCount(listed)} are listed)`
    : OPEN_TABLE;
}

export const NO_STATUS = "No status";
export const ALL_ITEMS = "All items";

/** Shown instead of the length of items of several material types. */
export const NOT_ADDABLE =
  "Remaining length: no sum, because the items are of different material types. Confirm the units first (Settings → Units).";

export const receivedAt = (at: string, now: number): string => `received ${formatMoment(at, now)}`;
export const rangeOf = (from: string, to: string): string => `${from} to ${to}`;
export const inItems = (items: number): string => `in ${plural(items, "item")}`;
