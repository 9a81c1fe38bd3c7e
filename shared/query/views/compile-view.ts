import { assertNever } from "../../base/errors.ts";
import { MAX_SEARCH, type Filter, type Query } from "../query.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import { levelsOf, type GroupLevel } from "../group-levels.ts";
import type { Chip, ChipFilter, FieldFilter, FilterGroup } from "../field-filter.ts";
import { startOfLocalDay } from "../../base/time/local-day.ts";

/** The parts of a view that determine its rows and their order. */
export interface QueryParts {
  readonly search: string;
  readonly chips: readonly Pick<Chip, "enabled" | "filter">[];
  readonly sort: readonly { readonly field: string; readonly direction: "asc" | "desc" }[];
  /** The levels of groups. They are the first fields of the order, so that groups stay together. */
  readonly grouping?: readonly GroupLevel[] | undefined;
}

/** The parts of a table's state, or of a saved view. */
interface ViewParts extends Omit<QueryParts, "grouping"> {
  /** The ids of the levels of groups (`parseLevel`). */
  readonly grouping?: readonly string[] | undefined;
}

/**
 * Compiles the state of the page (search box, chips, header arrows) to the query model.
 * @param day today's local calendar day, as an ISO 8601 date.
 */
export function compileQuery(parts: QueryParts, day: string): Query {
  const filters = parts.chips.filter((chip) => chip.enabled).map((chip) => compileFilter(chip.filter, day));
  const search = parts.search.trim().slice(0, MAX_SEARCH);
  const sort = compileSort(parts);
  return {
    version: 1,
    ...(search === "" ? {} : { search }),
    ...(filters.length === 0 ? {} : { filter: { all: filters } }),
    ...(sort.length === 0 ? {} : { sort }),
  };
}

/**
 * Compiles a view without the levels that its table cannot show. The order of the result then begins with exactly the
 * levels that the table counts (`tableQueryOf`).
 * @param day today's local calendar day, as an ISO 8601 date.
 */
export function compileView(
  resource: Resource,
  { search, chips, sort, grouping }: ViewParts,
  day: string,
): Query {
  return compileQuery({ search, chips, sort, grouping: levelsOf(resource, grouping) }, day);
}

/**
 * The order of a query: the levels first, each in the direction in which the user sorts its field. Without a direction,
 * the latest dates come first, and other fields ascend. The default order within groups is by name, as without groups.
 */
function compileSort({ sort, grouping = [] }: QueryParts): NonNullable<Query["sort"]> {
  const levels = grouping.map(({ field, step }) => {
    const direction = sort.find((by) => by.field === field)?.direction;
    return step === undefined
      ? { field, direction: direction ?? "asc" }
      : { field, direction: direction ?? "desc", step };
  });
  const whole = new Set(levels.flatMap(({ field, step }) => (step === undefined ? [field] : [])));
  const rest = sort.filter(({ field }) => !whole.has(field)).map((by) => ({ ...by }));
  return levels.length > 0 && rest.length === 0
    ? [...levels, { field: "name", direction: "asc" }]
    : [...levels, ...rest];
}

/** Compiles one chip. */
export function compileFilter(filter: ChipFilter, day: string): Filter {
  return filter.kind === "group" ? compileGroup(filter, day) : compileField(filter, day);
}

function compileGroup({ match, parts }: FilterGroup, day: string): Filter {
  const filters = parts.map((part) => compileFilter(part, day));
  switch (match) {
    case "all":
      return { all: filters };
    case "any":
      return { any: filters };
    case "none":
      return { not: { any: filters } };
    case "notAll":
      return { not: { all: filters } };
    default:
      return assertNever(match, "unknown match of a group");
  }
}

function compileField(filter: FieldFilter, day: string): Filter {
  const { field } = filter;
  switch (filter.kind) {
    case "choice":
      return filter.negate ? noneOf(filter) : anyOf(filter);
    case "text":
      return { field, op: filter.op, value: filter.value };
    case "range":
      return inCurrency(range(field, filter.min, filter.max), filter.currency);
    case "relative":
      return { field, op: filter.op, value: filter.duration };
    case "days":
      return days(field, filter.from, filter.to);
    case "today":
      return { field, op: "after", value: lastInstantBefore(startOfLocalDay(day)) };
    case "share":
      return { field, op: "ltShare", value: { field: filter.of, share: filter.share } };
    case "presence":
      return { field, op: filter.empty ? "empty" : "notEmpty" };
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}

type Choice = Extract<FieldFilter, { kind: "choice" }>;

function anyOf({ field, values, empty }: Choice): Filter {
  const listed: Filter[] = values.length === 0 ? [] : [{ field, op: "in", value: values }];
  const parts: Filter[] = empty ? [...listed, { field, op: "empty" }] : listed;
  return parts.length === 1 && parts[0] ? parts[0] : { any: parts };
}

/** "Not in" passes rows without a value, unless "empty" is among the excluded values. */
function noneOf({ field, values, empty }: Choice): Filter {
  const unlisted: Filter = { field, op: "notIn", value: values };
  if (!empty) return unlisted;
  const present: Filter = { field, op: "notEmpty" };
  return values.length === 0 ? present : { all: [unlisted, present] };
}

function range(field: string, min: number | null, max: number | null): Filter {
  if (min !== null && max !== null) return { field, op: "between", value: [min, max] };
  if (min !== null) return { field, op: "gte", value: min };
  if (max !== null) return { field, op: "lte", value: max };
  return { field, op: "notEmpty" };
}

function inCurrency(amounts: Filter, currency: Extract<FieldFilter, { kind: "range" }>["currency"]): Filter {
  return currency ? { all: [amounts, { field: currency.field, op: "is", value: currency.value }] } : amounts;
}

function days(field: string, from: string | null, to: string | null): Filter {
  const parts: Filter[] = [
    ...(from ? [{ field, op: "after", value: lastInstantBefore(startOfLocalDay(from)) }] : []),
    ...(to ? [{ field, op: "before", value: startOfLocalDay(to, 1).toISOString() }] : []),
  ];
  if (parts.length === 0) return { field, op: "notEmpty" };
  return parts.length === 1 && parts[0] ? parts[0] : { all: parts };
}

/** The last microsecond before a moment. "After" excludes its instant, but midnight must be included. */
function lastInstantBefore(date: Date): string {
  return new Date(date.getTime() - 1).toISOString().replace("Z", "999Z");
}
