import { texts } from "../../../shared/base/text/texts.ts";
import type { PriceBasis } from "../../../shared/features/stock-value/valuation.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const PRICES = texts("stockValue.prices", {
  title: "Prices",
  intro:
    "The API sends prices and currencies, but does not say what each pricing basis means. Confirm it here: only then are items valued. Nothing is sent to the service.",
  unitsNote:
    "A price per foot needs the unit of lengths. A price per pound needs the unit of weights, and whether they include the spool.",
  openUnits: "Units…",
});

export const BASES = texts("stockValue.bases", {
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
  meaningOf: "Meaning of {basis}",
  notConfirmed: "Not confirmed",
  proposed: "Not confirmed (proposed: {basis, select, foot {per foot} other {per pound}})",
  confirm: "Confirm {count, plural, one {# proposal} other {# proposals}}",
});
export const BASIS_LABELS: Readonly<Record<PriceBasis, string>> = texts("stockValue.bases.labels", {
  foot: "Per foot",
  pound: "Per pound",
});
/** The label of the first choice, with the basis that the data suggest: "Not confirmed (proposed: per foot)". */
export const notConfirmed = (proposed: PriceBasis | null): string =>
  proposed === null ? BASES.notConfirmed : BASES.proposed({ basis: proposed });

export const TYPES = texts("stockValue.types", {
  title: "Material types with a basis of their own",
  text: "For types without a pricing basis, or whose basis means something else.",
  add: "Add a material type",
  none: "No other material type matches",
  basisOf: "Basis of {type}",
  remove: "Remove the basis of {type}",
});

export const SECTION = texts("stockValue.section", {
  title: "Prices",
  intro: "What the service’s prices are for. It decides how stock is valued.",
  open: "Prices…",
  nothing: "No pricing basis is confirmed, so nothing is valued.",
  confirmed: "{bases, plural, one {# pricing basis} other {# pricing bases}} confirmed.",
  own: "{types, number} with a basis of their own.",
});
export const basesConfirmed = (bases: number, types: number): string =>
  bases + types === 0
    ? SECTION.nothing
    : joinSentences(SECTION.confirmed({ bases }), types !== 0 && SECTION.own({ types }));

export const STOCK_VALUE = texts("stockValue", {
  title: "Stock value",
  currency: "Currency",
  value: "Value",
  /** The heading of a column of amounts in a file: "Value (EUR)". */
  amountHeading: "Value ({currency})",
  inCurrency: "{label} ({currency})",
});
/** The titles of the cards of the screen, in their order. */
export const CARD_TITLES = texts("stockValue.cards", {
  value: "Stock value",
  abc: "ABC classes",
  change: "Change since the last observed day",
  byType: "Value by material type",
  byLocation: "Value by location",
  byHolder: "Value checked out, by holder",
  byAge: "Value by last change",
  turnover: "Turnover",
});

export const VALUE_CARD = texts("stockValue.value", {
  currency: "Currency",
  items: "Items",
  inStock: "In stock",
  checkedOut: "Checked out",
  off: "The API does not say what its prices are for, so nothing is valued before you confirm it.",
  confirm: "Confirm prices…",
  open: "By type, holder and age",
  /** The number of items in stock that have a value: "Known for 4,512 of 4,870 items in stock." */
  coverage: "Known for {known, number} of {all, plural, one {# item} other {# items}} in stock.",
  gap: "{reason}: {items, plural, one {# item} other {# items}}",
});
export const PAST_VALUE = texts("stockValue.past", {
  none: "No value is kept for this day.",
  /** Names the day of the shown value if the requested day has no value. */
  ofDay: "The nearest earlier day whose value is kept: {day}.",
});

export const HEADINGS = texts("stockValue.headings", {
  byType: "Material type",
  byLocation: "Location",
  byHolder: "Holder",
  byAge: "Last change",
});
export const NO_VALUE_OF = texts("stockValue.noValue", {
  byType: "No material type",
  byLocation: "No location",
  byHolder: "No holder",
});
export const AGE_BANDS = texts("stockValue.ages", {
  to30: "Up to 30 days",
  to90: "31 to 90 days",
  to180: "91 to 180 days",
  to365: "181 to 365 days",
  over365: "Over 365 days",
  unknown: "No valid date",
});
export const BARS = texts("stockValue.bars", {
  holderNote: "Only items that are checked out have a holder.",
  showAll: "Show all {bars, number}",
  showAllTypes: "Show all {types, plural, one {# material type} other {# material types}}",
  /** Describes a chart whose bars are in the order of their value: "The largest is Copper foil with €1,250.00." */
  largest: "The largest is {first} with {amount}.",
  byAge: "By the days since the service last changed the item.",
});

export const ABC = texts("stockValue.abc", {
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
  open: "Class {abc}: show its {types, plural, one {# material type} other {# material types}}",
});

export const CHANGE = texts("stockValue.change", {
  type: "Material type",
  id: "Id",
  all: "All material types",
  before: "Before",
  quantity: "By quantity",
  price: "By price",
  now: "Now",
  none: "The change is known once the values of an earlier day have been observed.",
  noneSince:
    "No material type has changed in value since {day}. The change by price includes new units and pricing bases.",
  since:
    "{types, plural, one {# material type has} other {# material types have}} changed in value since {day}. The change by price includes new units and pricing bases.",
});
export const changedSince = (day: string, types: number): string =>
  types === 0 ? CHANGE.noneSince({ day }) : CHANGE.since({ types, day });
/** An amount with its sign: "+€12.00", "−€3.50", "±€0.00". */
export const signed = (amount: number, format: (size: number) => string): string =>
  `${amount > 0 ? "+" : amount < 0 ? "−" : "±"}${format(Math.abs(amount))}`;

export const TURNOVER = texts("stockValue.turnover", {
  type: "Material type",
  id: "Id",
  consumed: "Used",
  average: "Average value",
  turnover: "Turnover",
  range: "Range",
  none: "No day of this range has known values.",
  /**
   * An amount used in relation to the stock: "Used €120.00 of an average of €1,200.00: turnover 0.1, from 22 observed
   * days."
   */
  note: "Used {used} of an average of {average}: turnover {turnover}, from {days, plural, one {# observed day} other {# observed days}}. Used amounts have the price of their day.",
});
export const TURNOVER_DAYS = texts("stockValue.turnover.days", {
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
});
