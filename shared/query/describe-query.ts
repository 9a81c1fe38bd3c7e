import type { DateStep } from "../base/time/date-steps.ts";
import { findField, type Field } from "../inventory/fields.ts";
import { ALL_ROWS, CONDITIONS, LEVELS, ORDER, QUERY } from "./messages.ts";
import type { Condition, Filter, Operator, Query } from "./query.ts";
import type { Resource } from "../inventory/resource-names.ts";

/** The most values of a filter that are named. Further values are only counted. */
const LISTED_VALUES = 20;

/**
 * Describes a checked query in sentences: its search, filters and order. Absent parts are described too, so that the
 * sentences are complete in a file.
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
  const levels = sort.length === 0 ? [{ field: "name", direction: "asc" } as const] : sort;
  const order = levels
    .map((level) => ORDER[level.direction]({ field: describeLevel(resource, level) }))
    .reduce((first, next) => ORDER.next({ first, next }));
  return [
    ...(search === "" ? [] : [QUERY.search({ search })]),
    ...(parts.length === 0 && search === "" ? [ALL_ROWS[resource]] : parts),
    ...(query.asOf === undefined ? [] : [QUERY.asOf({ moment: query.asOf })]),
    ORDER.sorted({ order }),
  ];
}

/** A level of an order or of groups in words: "Updated by quarter". */
export function describeLevel(
  resource: Resource,
  { field, step }: { readonly field: string; readonly step?: DateStep | undefined },
): string {
  const label = labelOf(resource, field);
  return step === undefined ? label : LEVELS[step]({ field: label });
}

function describeFilter(
  resource: Resource,
  filter: Filter,
  nameOf: (field: Field, id: string) => string | null,
): string {
  const inside = (parts: readonly Filter[], join: "and" | "or", none: string): string => {
    const words = parts.map((part) => describeFilter(resource, part, nameOf));
    if (words.length < 2) return words[0] ?? none;
    return QUERY.group({ conditions: words.reduce((first, second) => QUERY[join]({ first, second })) });
  };
  if ("all" in filter) return inside(filter.all, "and", QUERY.everything);
  if ("any" in filter) return inside(filter.any, "or", QUERY.nothing);
  if ("not" in filter) return QUERY.not({ condition: describeFilter(resource, filter.not, nameOf) });
  return describeCondition(resource, filter, nameOf);
}

function describeCondition(
  resource: Resource,
  { field: name, op, value }: Condition,
  nameOf: (field: Field, id: string) => string | null,
): string {
  const field = findField(resource, name);
  const operator = op as Operator;
  const label = labelOf(resource, name);
  const one = (part: string | number): string => {
    if (typeof part === "number") return String(part);
    const found = field?.references ? nameOf(field, part) : null;
    return found === null ? part : QUERY.named({ name: found, id: part });
  };
  const isShare = typeof value === "object" && "share" in value;
  const values = value === undefined || isShare ? [] : [value].flat().map(one);
  if (operator === "between")
    return QUERY.between({ field: label, from: values[0] ?? "", to: values[1] ?? "" });
  const words: (of: { field: string; value: string }) => string = CONDITIONS[operator];
  return words({
    field: label,
    value: isShare
      ? QUERY.share({ share: String(value.share), field: labelOf(resource, value.field) })
      : listed(values),
  });
}

function listed(values: readonly string[]): string {
  if (values.length === 0) return QUERY.nothing;
  const more = values.length - LISTED_VALUES;
  const shown = more > 0 ? [...values.slice(0, LISTED_VALUES), QUERY.more({ count: String(more) })] : values;
  return shown.join(", ");
}

function labelOf(resource: Resource, name: string): string {
  return findField(resource, name)?.label ?? name;
}
