import { texts } from "../../../shared/base/text/texts.ts";
import { formatMoment } from "../../base/format.ts";

export const PAGE = texts("referencePage", {
  cuts: "Find rolls for cuts",
  record: "Details, history and raw record",
  received: "received {moment}",
});
export const receivedAt = (at: string, now: number): string =>
  PAGE.received({ moment: formatMoment(at, now) });

export const CARDS = texts("referencePage.cards", {
  statuses: "Items by status",
  lengths: "Remaining length",
  items: "Items",
  fields: "Fields",
});

export const LENGTHS = texts("referencePage.lengths", {
  none: "No item here has a remaining length.",
  chart: "Remaining length of items",
  /** The description of the chart of lengths. */
  fullest: "Most items, {items, number}, have {range}.",
  without: "{items, plural, one {# item} other {# items}} without a remaining length.",
  range: "{from} to {to}",
});

/** The headings of the list of items. */
export const ITEM_HEADINGS = texts("referencePage.items.headings", {
  name: "Name",
  status: "Status",
  materialTypeName: "Material type",
  locationName: "Location",
  remainingLength: "Remaining",
  weight: "Weight",
});
export const ITEMS = texts("referencePage.items", {
  none: "No item refers to this record.",
  openTable: "Open in the table",
  openAll: "All {total, number} in the table ({listed, number} are listed)",
  labels: "Labels…",
});

export const openAll = (total: number, listed: number): string =>
  total > listed ? ITEMS.openAll({ total, listed }) : ITEMS.openTable;

export const STATUSES = texts("referencePage.statuses", {
  none: "No status",
  all: "All items",
  /** Shown instead of the total length of items of several material types. */
  notAddable:
    "Remaining length: no sum, because the items are of different material types. Confirm the units first (Settings → Units).",
  inItems: "in {items, plural, one {# item} other {# items}}",
});
