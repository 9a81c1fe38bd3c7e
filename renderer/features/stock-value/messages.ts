import type { PriceBasis } from "../../../shared/features/stock-value/valuation.ts";
import { formatCount, plural } from "../../base/format.ts";

export const TITLE = "Prices";
export const INTRO =
  "The API sends prices and currencies, but does not say what each pricing basis means. Confirm it here: only then are items valued. Nothing is sent to the service.";
export const UNITS_NOTE =
  "A price per foot needs the unit of lengths. A price per pound needs the unit of weights, and whether they include the spool.";
export const OPEN_UNITS = "Units…";

export const BASES = {
  title: "Pricing bases of the material types",
  basis: "Pricing basis",
  types: "Material types",
  perFoot: "With price per foot",
  perPound: "With price per pound",
  meaning: "Means",
  none: "This connection has no material types yet.",
  missing: "No basis",
  missingNote: "Set below, type by type",
  working: "Reading the material types…",
};
export const BASIS_LABELS: Readonly<Record<PriceBasis, string>> = { foot: "Per foot", pound: "Per pound" };
export const NOT_CONFIRMED = "Not confirmed";
/** The choice that the data suggest: "Not confirmed (proposed: per foot)". */
export const notConfirmed = (proposed: PriceBasis | null): string =>
  proposed === null ? NOT_CONFIRMED : `${NOT_CONFIRMED} (proposed: ${BASIS_LABELS[proposed].toLowerCase()})`;
export const meaningOf = (basis: string): string => `Meaning of ${basis}`;
export const confirmProposals = (count: number): string => `Confirm ${plural(count, "proposal")}`;

export const TYPES = {
  title: "Material types with a basis of their own",
  text: "For types without a pricing basis, or whose basis means something else.",
  add: "Add a material type",
  none: "No other material type matches",
};
export const typeBasisLabel = (type: string): string => `Basis of ${type}`;
export const removeLabel = (type: string): string => `Remove the basis of ${type}`;

export const SECTION = {
  title: "Prices",
  intro: "What the service’s prices are for. It decides how stock is valued.",
  open: "Prices…",
};
export const basesConfirmed = (bases: number, types: number): string => {
  if (bases + types === 0) return "No pricing basis is confirmed, so nothing is valued.";
  const own = types === 0 ? "" : ` ${formatCount(types)} with a basis of their own.`;
  return `${plural(bases, "pricing basis", "pricing bases")} confirmed.${own}`;
};

export const SCREEN_TITLE = "Stock value";
export const CURRENCY = "Currency";
export const VALUE = "Value";
/** The cards of the screen, in their order. */
export const CARD_TITLES = {
  value: "Stock value",
  abc: "ABC classes",
  change: "Change since the last observed day",
  byType: "Value by material type",
  byLocation: "Value by location",
  byHolder: "Value checked out, by holder",
  byAge: "Value by last change",
  turnover: "Turnover",
} as const;
/** The heading of a column of amounts in a file: "Value (EUR)". */
export const amountHeading = (currency: string): string => inCurrency(VALUE, currency);
export const inCurrency = (label: string, currency: string): string => `${label} (${currency})`;

export const VALUE_CARD = {
  currency: "Currency",
  items: "Items",
  inStock: "In stock",
  checkedOut: "Checked out",
  off: "The API does not say what its prices are for, so nothing is valued before you confirm it.",
  confirm: "Confirm prices…",
  open: "By type, holder and age",
};
export const PAST_VALUE = {
  none: "No value is kept for this day.",
};
/** Names the shown value's day if no value is kept for the past day. */
export const valueOfDay = (day: string): string => `The nearest earlier day whose value is kept: ${day}.`;
/** How many items in stock have a value: "Known for 4,512 of 4,870 items in stock." */
export const valueCoverage = (known: number, all: number): string =>
  `Known for ${formatCount(known)} of ${plural(all, "item")} in stock.`;
export const valueGapItems = (reason: string, items: number): string => `${reason}: ${plural(items, "item")}`;

export const HEADINGS = {
  byType: "Material type",
  byLocation: "Location",
  byHolder: "Holder",
  byAge: "Last change",
};
export const NO_VALUE_OF = { byType: "No material type", byLocation: "No location", byHolder: "No holder" };
export const holderNote = "Only items that are checked out have a holder.";
export const AGE_BANDS = {
  to30: "Up to 30 days",
  to90: "31 to 90 days",
  to180: "91 to 180 days",
  to365: "181 to 365 days",
  over365: "Over 365 days",
  unknown: "No valid date",
};
export const showAllBars = (bars: number): string => `Show all ${formatCount(bars)}`;
export const showAllTypes = (types: number): string => `Show all ${plural(types, "material type")}`;
/** Describes bars in the order of their value: "The largest is Copper foil with €1,250.00." */
export const valueDescription = (first: string, amount: string): string =>
  `The largest is ${first} with ${amount}.`;
export const AGE_DESCRIPTION = "By the days since the service last changed the item.";

export const ABC = {
  class: "Class",
  type: "Material type",
  id: "Id",
  types: "Material types",
  value: "Value",
  share: "Share",
  cumulative: "Cumulative share",
  limitOfA: "Share of class A in percent",
  limitOfB: "Share of class B in percent",
  note: "Material types in the order of their value: class A has the first part of the value, B the next, C the rest.",
};
export const openClass = (abc: string, types: number): string =>
  `Class ${abc}: show its ${plural(types, "material type")}`;

export const CHANGE = {
  type: "Material type",
  id: "Id",
  all: "All material types",
  before: "Before",
  quantity: "By quantity",
  price: "By price",
  now: "Now",
  none: "The change is known once the values of an earlier day have been observed.",
};
export const changedSince = (day: string, types: number): string =>
  `${types === 0 ? "No material type has" : types === 1 ? "1 material type has" : `${plural(types, "material type")} have`} changed in value since ${day}. The change by price includes new units and pricing bases.`;
/** An amount with its sign: "+€12.00", "−€3.50", "±€0.00". */
export const signed = (amount: number, format: (size: number) => string): string =>
  `${amount > 0 ? "+" : amount < 0 ? "−" : "±"}${format(Math.abs(amount))}`;

export const TURNOVER = {
  type: "Material type",
  id: "Id",
  consumed: "Used",
  average: "Average value",
  turnover: "Turnover",
  range: "Range",
  none: "No day of this range has known values.",
};
export const TURNOVER_DAYS = { "30": "30 days", "90": "90 days", "365": "1 year" } as const;
/** "Used €120.00 of an average of €1,200.00: turnover 0.1, from 22 observed days." */
export const turnoverNote = (used: string, average: string, turnover: string, days: number): string =>
  `Used ${used} of an average of ${average}: turnover ${turnover}, from ${plural(days, "observed day")}. Used amounts have the price of their day.`;
