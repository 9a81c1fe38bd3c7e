import type { ChipFilter, FieldFilter, FilterGroup, GroupMatch } from "../../../shared/query/field-filter.ts";
import { formatCount, formatCalendarDay, formatNumber, listOfAny } from "../../base/format.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import { plainText, texts, type MarkedText } from "../../../shared/base/text/texts.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { singleSpanOf, type SpanUnit, percentOf } from "./durations.ts";
import type { FilterMode } from "./filter-modes.ts";
import type { Histogram } from "../../../shared/query/totals.ts";
import { LABELS, valueLabel } from "../../inventory/labels/messages.ts";

export const MATCH_LABELS: Readonly<Record<GroupMatch, string>> = texts("table.filters.matches", {
  all: "All of these hold",
  any: "Any of these holds",
  none: "None of these holds",
  notAll: "Not all of these hold",
});

const HIDDEN = texts("table.filters.hidden", {
  on: "{filters, plural, one {# filter} other {# filters}} on",
  nothing: "{filters, plural, one {# filter hides} other {# filters hide}} nothing",
  some: "{filters, plural, one {# filter hides} other {# filters hide}} {hidden, number} of {resource, select, items {{all, plural, one {# item} other {# items}}} types {{all, plural, one {# material type} other {# material types}}} other {{all, plural, one {# location} other {# locations}}}}",
});
/**
 * The number of rows that the filters hide; "" if no filter is on. @param all the number of all rows; null until both
 * numbers are known.
 */
export function hiddenByFilters(
  { total, all }: { readonly total: number; readonly all: number | null },
  filters: number,
  resource: Resource,
): string {
  if (filters === 0) return "";
  if (all === null || total > all) return HIDDEN.on({ filters });
  return total === all
    ? HIDDEN.nothing({ filters })
    : HIDDEN.some({ filters, hidden: all - total, all, resource });
}

export const MODE_LABELS: Readonly<Record<FilterMode, string>> = texts("table.filters.modes", {
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
});

export const FILTERS = texts("table.filters", {
  label: "Filters",
  add: "Add filter",
  several: "All, any or none of several…",
  clear: "Clear filters",
  done: "Done",
  remove: "Remove",
  filterBy: "Filter by {field}",
});
export const SEARCH = texts("table.filters.search", {
  placeholder: "Search  ( / )",
  clear: "Clear search",
});

export const VALUES = texts("table.filters.values", {
  empty: "(empty)",
  search: "Search values",
  searchCount: "Search {values, plural, one {# value} other {# values}}",
  searchOf: "Search values of {field}",
  noMatch: "No value matches.",
  mostFrequent: "The {count, number} most frequent are listed; search for the others.",
});

/** The labels of the parts of a filter's editor. */
export const PART_LABELS = texts("table.filters.parts", {
  comparison: "{field}: comparison",
  text: "{field}: text",
  atLeast: "{field}: at least",
  atMost: "{field}: at most",
  lowest: "{field}: lowest",
  highest: "{field}: highest",
  perCent: "{field}: per cent",
  shareOf: "{field}: share of",
  howMany: "{field}: how many",
  unitOfTime: "{field}: unit of time",
  firstDay: "{field}: first day",
  lastDay: "{field}: last day",
});
export const EDITOR = texts("table.filters.editor", {
  text: "Text",
  from: "From",
  to: "To",
  noLowest: "no lower bound",
  noHighest: "no upper bound",
  of: "of",
  field: "Field",
  currency: "Currency",
  boundsCross: "No number matches: “at least” is greater than “at most”.",
});

export const NUMBERS = texts("table.filters.numbers", {
  none: "No row here has a number.",
  /** For screen readers. {rows} is the number of rows in the fullest step. */
  histogram: "{field} in {steps, number} steps: most rows, {rows, number}, are at {from} to {to}",
  comparedInUnit: "The filter compares numbers as the service sends them, in {unit}.",
  comparedInUnits:
    "The filter compares numbers as the service sends them, each in the unit of its material type.",
  all: "all {number}",
  range: "{from} to {to}",
  spread: "{rows, plural, one {# row} other {# rows}}, {range}.",
  spreadWithEmpty: "{rows, plural, one {# row} other {# rows}}, {range}; {empty, number} empty.",
});

/**
 * Explains which numbers a filter compares, if the table shows other numbers. @param unit the unit of the compared
 * numbers; "" if there are several units.
 */
export const comparedAsSent = (unit: string): string =>
  unit ? NUMBERS.comparedInUnit({ unit }) : NUMBERS.comparedInUnits;

/** Describes how many rows have a number, and the range of these numbers. */
export function spreadOf(
  { known: rows, empty }: { readonly known: number; readonly empty: number },
  { min, max }: NonNullable<Histogram["bounds"]>,
  unit: string,
): string {
  const numbers = min === max ? NUMBERS.all({ number: formatNumber(min) }) : rangeText(min, max);
  const range = withUnit(numbers, unit);
  return empty > 0 ? NUMBERS.spreadWithEmpty({ rows, range, empty }) : NUMBERS.spread({ rows, range });
}

const rangeText = (from: number, to: number): string =>
  NUMBERS.range({ from: formatNumber(from), to: formatNumber(to) });

/** The names of a chip's buttons. */
export const CHIP = texts("table.filters.chip", {
  toggle: "Filter {sentence}",
  edit: "Edit filter {sentence}",
  editHidden: "Edit filter {sentence}, {columns, plural, one {column hidden} other {columns hidden}}",
  remove: "Remove filter {sentence}",
  switchOff: "Switch off without deleting (Alt: only this one)",
  switchOn: "Switch on (Alt: only this one)",
  editHint: "Edit this filter",
  editGroupHint: "Edit this filter: {sentence}",
  columnsHidden: "{columns, plural, one {column hidden} other {columns hidden}}",
  hiddenColumns: "Hidden: {labels}",
});

export const BUILDER = texts("table.filters.builder", {
  group: "Group of filters",
  groupAtLevel: "Group at level {level}",
  addCondition: "Condition",
  addGroup: "Group",
  dissolve: "Dissolve this group",
  dissolveHint: "Take its conditions out of this group",
  remove: "Remove this group",
  removeHint: "Remove this group with its conditions",
  unfinished: "not finished",
  condition: "Condition {sentence}",
  unfinishedCondition: "Condition {sentence}, not finished",
  removeCondition: "Remove condition {sentence}",
  rowsShownIf: "{group}: rows are shown if",
  full: "This filter is too long.",
  tooDeep: "Groups cannot be nested any deeper.",
});
/** The name of a group in the builder. @param level 1 for the outermost group. */
export const groupName = (level: number): string =>
  level === 1 ? BUILDER.group : BUILDER.groupAtLevel({ level: formatCount(level) });

const SPANS = texts("table.filters.spans", {
  unit: "{unit, select, hours {{amount, plural, one {hour} other {hours}}} days {{amount, plural, one {day} other {days}}} weeks {{amount, plural, one {week} other {weeks}}} months {{amount, plural, one {month} other {months}}} other {{amount, plural, one {year} other {years}}}}",
  span: "{unit, select, hours {{amount, plural, one {# hour} other {# hours}}} days {{amount, plural, one {# day} other {# days}}} weeks {{amount, plural, one {# week} other {# weeks}}} months {{amount, plural, one {# month} other {# months}}} other {{amount, plural, one {# year} other {# years}}}}",
});
/** The name of a unit of time, in the singular or plural. */
export const spanUnit = (unit: SpanUnit, amount: number): string => SPANS.unit({ unit, amount });

/** A duration with its unit. A duration with several parts is shown as it was written. */
export function durationLabel(duration: string): string {
  const span = singleSpanOf(duration);
  return span ? SPANS.span(span) : duration;
}

/** The most values that a sentence lists. Further values are only counted. */
const LISTED_VALUES = 3;

/** The words in the description of a filter: labels of fields and values. */
export interface FilterWords {
  readonly labelOf: (field: string) => string;
  /** The label of a value, such as a status, or the name of an id. */
  readonly nameOf: (field: string, value: string) => string;
  /** The unit of a field's numbers; "" if they have no unit. */
  readonly unitOf: (field: string) => string;
}

/** The sentence for each kind of filter. The relation is dimmed, the value is bold. */
const SENTENCES = texts("table.filters.sentences", {
  is: "{field} <dim>is</dim> <b>{value}</b>",
  isNot: "{field} <dim>is not</dim> <b>{value}</b>",
  contains: "{field} <dim>contains</dim> <b>“{value}”</b>",
  notContains: "{field} <dim>does not contain</dim> <b>“{value}”</b>",
  startsWith: "{field} <dim>starts with</dim> <b>“{value}”</b>",
  isText: "{field} <dim>is exactly</dim> <b>“{value}”</b>",
  isNotText: "{field} <dim>is not</dim> <b>“{value}”</b>",
  atLeast: "{field} <dim>is at least</dim> <b>{value}</b>",
  atMost: "{field} <dim>is at most</dim> <b>{value}</b>",
  withinLast: "{field} <dim>within the last</dim> <b>{span}</b>",
  olderThan: "{field} <dim>more than</dim> <b>{span} ago</b>",
  on: "{field} <dim>on</dim> <b>{day}</b>",
  from: "{field} <dim>from</dim> <b>{from} to {to}</b>",
  since: "{field} <dim>since</dim> <b>{day}</b>",
  until: "{field} <dim>until</dim> <b>{day}</b>",
  today: "{field} <dim>is</dim> <b>today</b>",
  share: "{field} <dim>is under</dim> <b>{percent} % of {other}</b>",
  empty: "{field} <dim>is empty</dim>",
  notEmpty: "{field} <dim>is not empty</dim>",
});

const CHOICES = texts("table.filters.choices", {
  empty: "empty",
  nothing: "nothing",
  more: "{count, number} more",
});

const GROUPS = texts("table.filters.groups", {
  and: "{before} and {after}",
  or: "{before} or {after}",
  nested: "({group})",
  not: "not ({group})",
});

/** Describes a filter in one sentence. Nested groups are in brackets. */
export function describeChip(filter: ChipFilter, words: FilterWords): MarkedText {
  return filter.kind === "group" ? [describeGroup(filter, words)] : describeFilter(filter, words);
}

const NEGATED: ReadonlySet<GroupMatch> = new Set(["none", "notAll"]);

function describeGroup({ match, parts }: FilterGroup, words: FilterWords): string {
  const join = match === "all" || match === "notAll" ? GROUPS.and : GROUPS.or;
  const sentences = parts.map((part) => {
    const sentence = plainText(describeChip(part, words));
    const plain = part.kind !== "group" || part.parts.length === 1 || NEGATED.has(part.match);
    return plain ? sentence : GROUPS.nested({ group: sentence });
  });
  const [first = "", ...others] = sentences;
  const group = others.reduce((before, after) => join({ before, after }), first);
  return NEGATED.has(match) ? GROUPS.not({ group }) : group;
}

function describeFilter(filter: FieldFilter, { labelOf, nameOf, unitOf }: FilterWords): MarkedText {
  const field = labelOf(filter.field);
  switch (filter.kind) {
    case "choice": {
      if (filter.empty && filter.values.length === 0)
        return filter.negate ? SENTENCES.notEmpty({ field }) : SENTENCES.empty({ field });
      const value = listChoices(filter, (choice) => nameOf(filter.field, choice));
      return filter.negate ? SENTENCES.isNot({ field, value }) : SENTENCES.is({ field, value });
    }
    case "text":
      return SENTENCES[TEXT_SENTENCES[filter.op]]({ field, value: valueLabel(filter.field, filter.value) });
    case "range":
      return describeRange(filter, field, filter.currency?.value ?? unitOf(filter.field));
    case "relative": {
      const span = durationLabel(filter.duration);
      return filter.op === "withinLast"
        ? SENTENCES.withinLast({ field, span })
        : SENTENCES.olderThan({ field, span });
    }
    case "days":
      return describeDays(filter, field);
    case "today":
      return SENTENCES.today({ field });
    case "share":
      return SENTENCES.share({
        field,
        percent: formatNumber(percentOf(filter.share)),
        other: labelOf(filter.of),
      });
    case "presence":
      return filter.empty ? SENTENCES.empty({ field }) : SENTENCES.notEmpty({ field });
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}

const TEXT_SENTENCES = {
  contains: "contains",
  notContains: "notContains",
  startsWith: "startsWith",
  is: "isText",
  isNot: "isNotText",
} as const;

function listChoices(
  filter: Extract<FieldFilter, { kind: "choice" }>,
  nameOf: (value: string) => string,
): string {
  const values = filter.values.map((value) => (value === "" ? LABELS.emptyText : nameOf(value)));
  const names = [...values, ...(filter.empty ? [CHOICES.empty] : [])];
  if (names.length === 0) return CHOICES.nothing;
  if (names.length <= LISTED_VALUES) return listOfAny(names);
  const listed = names.slice(0, LISTED_VALUES - 1);
  return listOfAny([...listed, CHOICES.more({ count: names.length - listed.length })]);
}

function describeRange(
  { min, max }: Extract<FieldFilter, { kind: "range" }>,
  field: string,
  unit: string,
): MarkedText {
  const number = (value: number): string => withUnit(formatNumber(value), unit);
  if (min !== null && min === max) return SENTENCES.is({ field, value: number(min) });
  if (min !== null && max !== null)
    return SENTENCES.is({ field, value: withUnit(rangeText(min, max), unit) });
  if (min !== null) return SENTENCES.atLeast({ field, value: number(min) });
  if (max !== null) return SENTENCES.atMost({ field, value: number(max) });
  return SENTENCES.notEmpty({ field });
}

function describeDays({ from, to }: Extract<FieldFilter, { kind: "days" }>, field: string): MarkedText {
  if (from && to)
    return from === to
      ? SENTENCES.on({ field, day: formatCalendarDay(from) })
      : SENTENCES.from({ field, from: formatCalendarDay(from), to: formatCalendarDay(to) });
  if (from) return SENTENCES.since({ field, day: formatCalendarDay(from) });
  if (to) return SENTENCES.until({ field, day: formatCalendarDay(to) });
  return SENTENCES.notEmpty({ field });
}
