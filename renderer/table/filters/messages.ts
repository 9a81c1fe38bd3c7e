import type { ChipFilter, FieldFilter, FilterGroup, GroupMatch } from "../../../shared/query/field-filter.ts";
import { formatCount, plural, formatDay, formatNumber, listOfAny, pluralForm } from "../../base/format.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { EMPTY_TEXT } from "../../inventory/labels/messages.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { singleSpanOf, type SpanUnit, percentOf } from "./durations.ts";
import type { FilterMode } from "./filter-modes.ts";
import type { Histogram } from "../../../shared/query/totals.ts";

export const MATCH_LABELS: Readonly<Record<GroupMatch, string>> = {
  all: "All of these hold",
  any: "Any of these holds",
  none: "None of these holds",
  notAll: "Not all of these hold",
};

/** The name of a group in the builder. The outermost group has level 1. */
export const groupName = (level: number): string =>
  level === 1 ? "Group of filters" : `Group at level ${level}`;

export const FILTER_FULL = "This filter is too long.";
export const TOO_DEEP = "Groups cannot be nested any deeper.";
export const NO_VALUE_MATCHES = "No value matches.";
export const NO_NUMBERS = "No row here has a number.";
export const BOUNDS_CROSS = "No number matches: “at least” is greater than “at most”.";

export const mostFrequentListed = (count: number): string =>
  `The ${formatCount(count)} most frequent are listed; search for the others.`;

export const searchValues = (count: number): string =>
  count > 0 ? `Search ${plural(count, "value")}` : "Search values";

/** The number of rows that the filters hide; "" if no filter is on. @param all null until the numbers can be compared. */
export function hiddenByFilters(
  { total, all }: { readonly total: number; readonly all: number | null },
  filters: number,
  { one, many }: { readonly one: string; readonly many: string },
): string {
  if (filters === 0) return "";
  if (all === null || total > all) return `${plural(filters, "filter")} on`;
  const subject = plural(filters, "filter hides", "filters hide");
  if (total === all) return `${subject} nothing`;
  return `${subject} ${formatCount(all - total)} of ${plural(all, one, many)}`;
}

export const MODE_LABELS: Readonly<Record<FilterMode, string>> = {
  anyOf: "is any of",
  noneOf: "is none of",
  contains: "contains",
  notContains: "does not contain",
  startsWith: "starts with",
  is: "is exactly",
  isNot: "is not",
  range: "is between",
  share: "is below a share of",
  today: "is today",
  withinLast: "is within the last",
  olderThan: "is more than … ago",
  days: "is between days",
  empty: "is empty",
  notEmpty: "is not empty",
};

export const FILTERS = {
  label: "Filters",
  add: "Add filter",
  several: "All, any or none of several…",
  clear: "Clear filters",
  done: "Done",
  remove: "Remove",
};
export const SEARCH = { placeholder: "Search  ( / )", clear: "Clear search" };
export const EMPTY_VALUE = "(empty)";
export const searchValuesOf = (field: string): string => `Search values of ${field}`;
export const filterBy = (field: string): string => `Filter by ${field}`;
/** The labels of the parts of a filter's editor. */
export const PART_LABELS = {
  comparison: (field: string): string => `${field}: comparison`,
  text: (field: string): string => `${field}: text`,
  atLeast: (field: string): string => `${field}: at least`,
  atMost: (field: string): string => `${field}: at most`,
  lowest: (field: string): string => `Lowest ${field.toLowerCase()}`,
  highest: (field: string): string => `Highest ${field.toLowerCase()}`,
  perCent: (field: string): string => `${field}: per cent`,
  shareOf: (field: string): string => `${field}: share of`,
  howMany: (field: string): string => `${field}: how many`,
  unitOfTime: (field: string): string => `${field}: unit of time`,
  firstDay: (field: string): string => `${field}: first day`,
  lastDay: (field: string): string => `${field}: last day`,
};
export const EDITOR = {
  text: "Text",
  from: "From",
  to: "To",
  noLowest: "no lower bound",
  noHighest: "no upper bound",
  of: "of",
  field: "Field",
  currency: "Currency",
};

/**
 * Describes a histogram for screen readers. @param most the number of rows in the fullest step, which is `from` to
 * `to`.
 */
export const histogramLabel = (
  field: string,
  steps: number,
  { most, from, to }: { readonly most: number; readonly from: string; readonly to: string },
): string => `${field} in ${steps} steps: most rows, ${formatCount(most)}, are at ${from} to ${to}`;

/** Says which numbers a filter compares if the table shows other numbers. @param unit "" if there are several. */
export const comparedAsSent = (unit: string): string =>
  `The filter compares numbers as the service sends them, ${unit ? `in ${unit}` : "each in the unit of its material type"}.`;

/** The number of rows that have a number, and its range. */
export function spreadOf(
  { known, empty }: { readonly known: number; readonly empty: number },
  { min, max }: NonNullable<Histogram["bounds"]>,
  unit: string,
): string {
  const range = min === max ? `all ${formatNumber(min)}` : `${formatNumber(min)} to ${formatNumber(max)}`;
  const missing = empty > 0 ? `; ${formatCount(empty)} empty` : "";
  return `${plural(known, "row")}, ${withUnit(range, unit)}${missing}.`;
}

/** The names of a chip's buttons. */
export const CHIP = {
  toggle: (sentence: string): string => `Filter ${sentence}`,
  edit: (sentence: string, hiddenColumns: number): string =>
    `Edit filter ${sentence}${hiddenColumns > 0 ? `, ${columnsHidden(hiddenColumns)}` : ""}`,
  remove: (sentence: string): string => `Remove filter ${sentence}`,
  toggleHint: {
    on: "Switch off without deleting (Alt: only this one)",
    off: "Switch on (Alt: only this one)",
  },
  editHint: "Edit this filter",
  editGroupHint: (sentence: string): string => `Edit this filter: ${sentence}`,
};
export const columnsHidden = (columns: number): string =>
  pluralForm(columns, "column hidden", "columns hidden");
export const hiddenColumns = (labels: readonly string[]): string => `Hidden: ${labels.join(", ")}`;

export const BUILDER = {
  addCondition: "Condition",
  addGroup: "Group",
  dissolve: "Dissolve this group",
  dissolveHint: "Take its conditions out of this group",
  remove: "Remove this group",
  removeHint: "Remove this group with its conditions",
  unfinished: "not finished",
};
export const conditionLabel = (sentence: string, isFinished: boolean): string =>
  `Condition ${sentence}${isFinished ? "" : `, ${BUILDER.unfinished}`}`;
export const removeCondition = (sentence: string): string => `Remove condition ${sentence}`;
export const rowsShownIf = (group: string): string => `${group}: rows are shown if`;

const SPAN_WORDS: Readonly<Record<SpanUnit, readonly [one: string, many: string]>> = {
  hours: ["hour", "hours"],
  days: ["day", "days"],
  weeks: ["week", "weeks"],
  months: ["month", "months"],
  years: ["year", "years"],
};
/** A unit of time, singular or plural. */
export const spanUnit = (unit: SpanUnit, amount: number): string => pluralForm(amount, ...SPAN_WORDS[unit]);

/** A duration with its unit. One with several parts is shown as it was written. */
export function durationLabel(duration: string): string {
  const span = singleSpanOf(duration);
  return span ? plural(span.amount, ...SPAN_WORDS[span.unit]) : duration;
}

/** The description of a filter: field, relation and value. */
export interface FilterDescription {
  readonly field: string;
  readonly relation: string;
  readonly value: string;
}

/** The most values that are listed. Further values are only counted. */
const LISTED_VALUES = 3;

/** Labels of the fields and values in a filter. */
export interface FilterWords {
  readonly labelOf: (field: string) => string;
  /** The label of a value (a status) or the name of an id (a location). */
  readonly nameOf: (field: string, value: string) => string;
  /** The unit of a field's numbers; "" if it has none. */
  readonly unitOf: (field: string) => string;
}

/** Describes a chip. The chip of a group shows only its value, in brackets if the group is nested. */
export function describeChip(filter: ChipFilter, words: FilterWords): FilterDescription {
  return filter.kind === "group"
    ? { field: "", relation: "", value: describeGroup(filter, words) }
    : describeFilter(filter, words);
}

const JOINTS: Readonly<Record<GroupMatch, string>> = { all: "and", any: "or", none: "or", notAll: "and" };

function describeGroup({ match, parts }: FilterGroup, names: FilterWords): string {
  const words = parts.map((part) => {
    const { field, relation, value } = describeChip(part, names);
    const sentence = [field, relation, value].filter((word) => word !== "").join(" ");
    const plain = part.kind !== "group" || part.parts.length === 1 || NEGATED.has(part.match);
    return plain ? sentence : `(${sentence})`;
  });
  const joined = words.join(` ${JOINTS[match]} `);
  return NEGATED.has(match) ? `not (${joined})` : joined;
}

const NEGATED: ReadonlySet<GroupMatch> = new Set(["none", "notAll"]);

export function describeFilter(
  filter: FieldFilter,
  { labelOf, nameOf, unitOf }: FilterWords,
): FilterDescription {
  const words = (relation: string, value = ""): FilterDescription => ({
    field: labelOf(filter.field),
    relation,
    value,
  });
  switch (filter.kind) {
    case "choice":
      return words(
        filter.negate ? "is not" : "is",
        listChoices(filter, (value) => nameOf(filter.field, value)),
      );
    case "text":
      return words(TEXT_RELATIONS[filter.op], `“${filter.value}”`);
    case "range":
      return words(...describeRange(filter.min, filter.max, filter.currency?.value ?? unitOf(filter.field)));
    case "relative":
      return filter.op === "withinLast"
        ? words("within the last", durationLabel(filter.duration))
        : words("more than", `${durationLabel(filter.duration)} ago`);
    case "days":
      return words(...describeDays(filter.from, filter.to));
    case "today":
      return words("is", "today");
    case "share":
      return words("is under", `${formatNumber(percentOf(filter.share))} % of ${labelOf(filter.of)}`);
    case "presence":
      return words(filter.empty ? "is empty" : "is not empty");
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}

const TEXT_RELATIONS = {
  contains: "contains",
  notContains: "does not contain",
  startsWith: "starts with",
  is: "is exactly",
  isNot: "is not",
} as const;

function listChoices(
  filter: Extract<FieldFilter, { kind: "choice" }>,
  nameOf: (value: string) => string,
): string {
  const values = filter.values.map((value) => (value === "" ? EMPTY_TEXT : nameOf(value)));
  const names = [...values, ...(filter.empty ? ["empty"] : [])];
  if (names.length === 0) return "nothing";
  if (names.length <= LISTED_VALUES) return listOfAny(names);
  const listed = names.slice(0, LISTED_VALUES - 1);
  return listOfAny([...listed, `${formatCount(names.length - listed.length)} more`]);
}

function describeRange(min: number | null, max: number | null, unit: string): [string, string] {
  const inUnit = (text: string): string => withUnit(text, unit);
  if (min !== null && min === max) return ["is", inUnit(formatNumber(min))];
  if (min !== null && max !== null) return ["is", inUnit(`${formatNumber(min)} to ${formatNumber(max)}`)];
  if (min !== null) return ["is at least", inUnit(formatNumber(min))];
  if (max !== null) return ["is at most", inUnit(formatNumber(max))];
  return ["is not empty", ""];
}

function describeDays(from: string | null, to: string | null): [string, string] {
  // A day without a time would be UTC midnight, which is the day before west of Greenwich.
  const day = (text: string): string => formatDay(`${text}T00:00:00`);
  if (from && to) return from === to ? ["on", day(from)] : ["from", `${day(from)} to ${day(to)}`];
  if (from) return ["since", day(from)];
  if (to) return ["until", day(to)];
  return ["is not empty", ""];
}

/** A filter's description as one sentence. */
export function sentenceOf({ field, relation, value }: FilterDescription): string {
  return [field, relation, value].filter((part) => part !== "").join(" ");
}
