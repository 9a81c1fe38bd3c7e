import { assertNever } from "../../../shared/assert-never.ts";
import type { Filter, Query } from "../../../shared/query.ts";
import type { Chip, FieldFilter } from "./field-filter.ts";
import type { QuickView } from "./quick-views.ts";

/** The parts of a view that decide which rows it shows, and in what order. */
export interface QueryParts {
  readonly search: string;
  readonly quick: QuickView;
  readonly chips: readonly Chip[];
  readonly sort: readonly { readonly field: string; readonly direction: "asc" | "desc" }[];
}

/** The longest search text that the query model takes. */
const MAX_SEARCH = 500;

/** Compiles what the page shows (search box, quick view, chips, header arrows) to the one query model. */
export function compileQuery(parts: QueryParts): Query {
  const filters: Filter[] = [
    ...(parts.quick === "all" ? [] : [{ field: "status", op: "is", value: parts.quick }]),
    ...parts.chips.filter((chip) => chip.enabled).map((chip) => compileFilter(chip.filter)),
  ];
  const search = parts.search.trim().slice(0, MAX_SEARCH);
  return {
    version: 1,
    ...(search === "" ? {} : { search }),
    ...(filters.length === 0 ? {} : { filter: { all: filters } }),
    ...(parts.sort.length === 0 ? {} : { sort: parts.sort.map((by) => ({ ...by })) }),
  };
}

/** Compiles one chip. */
export function compileFilter(filter: FieldFilter): Filter {
  const { field } = filter;
  switch (filter.kind) {
    case "choice":
      return filter.negate ? noneOf(filter) : anyOf(filter);
    case "text":
      return { field, op: filter.op, value: filter.value };
    case "range":
      return range(field, filter.min, filter.max);
    case "relative":
      return { field, op: filter.op, value: filter.duration };
    case "days":
      return days(field, filter.from, filter.to);
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

/** A record without a value is none of the listed ones, unless "empty" is among what is excluded. */
function noneOf({ field, values, empty }: Choice): Filter {
  const unlisted: Filter[] = values.length === 0 ? [] : [{ field, op: "notIn", value: values }];
  if (empty) return { all: [...unlisted, { field, op: "notEmpty" }] };
  return { any: [...unlisted, { field, op: "empty" }] };
}

function range(field: string, min: number | null, max: number | null): Filter {
  if (min !== null && max !== null) return { field, op: "between", value: [min, max] };
  if (min !== null) return { field, op: "gte", value: min };
  if (max !== null) return { field, op: "lte", value: max };
  return { field, op: "notEmpty" };
}

function days(field: string, from: string | null, to: string | null): Filter {
  // "after" leaves its instant out, and the first one of the day is meant too.
  const after: Filter[] = from
    ? [{ field, op: "after", value: instant(startOfDay(from).getTime() - 1) }]
    : [];
  const before: Filter[] = to ? [{ field, op: "before", value: instant(startOfDay(to, 1).getTime()) }] : [];
  const parts = [...after, ...before];
  if (parts.length === 0) return { field, op: "notEmpty" };
  return parts.length === 1 && parts[0] ? parts[0] : { all: parts };
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Midnight by the local clock; counted in calendar days, for a day need not have 24 hours. */
function startOfDay(day: string, daysLater = 0): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater);
}
