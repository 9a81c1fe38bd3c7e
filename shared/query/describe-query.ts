import { findField, type Field } from "../inventory/fields.ts";
import type { Condition, Filter, Operator, Query } from "./query.ts";
import type { Resource } from "../inventory/resource-names.ts";

const RELATIONS: Readonly<Record<Operator, string>> = {
  is: "is",
  isNot: "is not",
  in: "is one of",
  notIn: "is none of",
  contains: "contains",
  notContains: "does not contain",
  startsWith: "starts with",
  eq: "is",
  ne: "is not",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
  between: "is between",
  before: "is before",
  after: "is after",
  olderThan: "is longer ago than",
  withinLast: "is within the last",
  ltShare: "is less than",
  empty: "is empty",
  notEmpty: "is not empty",
};
/** The most values that are listed; further ones are counted. */
const LISTED_VALUES = 20;

/**
 * Describes a checked query in sentences: search, filters, order. Absent parts are described too, so that the sentences
 * are complete in a file.
 * @param nameOf the name of a reference's id, or null if it is unknown.
 */
export function describeQuery(
  resource: Resource,
  query: Query,
  nameOf: (field: Field, id: string) => string | null,
): readonly string[] {
  const search = query.search?.trim() ?? "";
  const { filter, sort = [] } = query;
  const words = (part: Filter): string => describeFilter(resource, part, nameOf);
  const parts = filter && "all" in filter ? filter.all.map(words) : filter ? [words(filter)] : [];
  const order = sort.map(({ field, direction, step }) => {
    return `${describeLevel(resource, field, step)} (${direction === "asc" ? "ascending" : "descending"})`;
  });
  return [
    ...(search === "" ? [] : [`Search: ${search}`]),
    ...(parts.length === 0 && search === "" ? [`Every one of the ${resource}`] : parts),
    ...(query.asOf === undefined ? [] : [`As of ${query.asOf}`]),
    `Sorted by ${order.length === 0 ? `${labelOf(resource, "name")} (ascending)` : order.join(", then ")}`,
  ];
}

/** A level of an order or of groups in words, such as "Updated by quarter". */
export function describeLevel(resource: Resource, field: string, step?: string): string {
  return step === undefined ? labelOf(resource, field) : `${labelOf(resource, field)} by ${step}`;
}

function describeFilter(
  resource: Resource,
  filter: Filter,
  nameOf: (field: Field, id: string) => string | null,
): string {
  const inside = (parts: readonly Filter[], word: string, none: string): string =>
    parts.length === 0
      ? none
      : parts.length === 1 && parts[0]
        ? describeFilter(resource, parts[0], nameOf)
        : `(${parts.map((part) => describeFilter(resource, part, nameOf)).join(` ${word} `)})`;
  if ("all" in filter) return inside(filter.all, "and", "everything");
  if ("any" in filter) return inside(filter.any, "or", "nothing");
  if ("not" in filter) return `not ${describeFilter(resource, filter.not, nameOf)}`;
  return describeCondition(resource, filter, nameOf);
}

function describeCondition(
  resource: Resource,
  { field: name, op, value }: Condition,
  nameOf: (field: Field, id: string) => string | null,
): string {
  const field = findField(resource, name);
  const operator = op as Operator;
  const begin = `${labelOf(resource, name)} ${RELATIONS[operator]}`;
  if (value === undefined) return begin;
  if (typeof value === "object" && "share" in value)
    return `${begin} ${value.share} of ${labelOf(resource, value.field)}`;
  const one = (part: string | number): string => {
    if (typeof part === "number") return String(part);
    if (!field?.references) return part;
    const found = nameOf(field, part);
    return found === null ? part : `${found} (${part})`;
  };
  const list = [value].flat();
  if (operator === "between") return `${begin} ${list.map(one).join(" and ")}`;
  const more = list.length - LISTED_VALUES;
  const shown = more > 0 ? [...list.slice(0, LISTED_VALUES).map(one), `${more} more`] : list.map(one);
  return `${begin} ${shown.length === 0 ? "nothing" : shown.join(", ")}`;
}

function labelOf(resource: Resource, name: string): string {
  return findField(resource, name)?.label ?? name;
}
