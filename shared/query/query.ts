import { z } from "zod";
import { fieldNameSchema, idSchema } from "../inventory/resources.ts";
import { DATE_STEPS } from "../base/time/date-steps.ts";
import { parseInstant } from "../base/time/instant.ts";
import { parseDuration } from "../base/time/duration.ts";
import { findField, type Field, type FieldKind } from "../inventory/fields.ts";
import { QueryError } from "../base/errors.ts";
import type { Resource } from "../inventory/resource-names.ts";

/** The operators for fields of each kind. */
export const OPERATORS = {
  text: ["is", "isNot", "in", "notIn", "contains", "notContains", "startsWith", "empty", "notEmpty"],
  number: ["eq", "ne", "lt", "lte", "gt", "gte", "between", "ltShare", "empty", "notEmpty"],
  date: ["before", "after", "between", "olderThan", "withinLast", "empty", "notEmpty"],
  enum: ["is", "isNot", "in", "notIn", "empty", "notEmpty"],
  reference: ["is", "isNot", "in", "notIn", "empty", "notEmpty"],
} as const satisfies Record<FieldKind, readonly string[]>;

export type Operator = (typeof OPERATORS)[FieldKind][number];

/** The forms that the value of an operator can have. */
export type ValueShape = "none" | "one" | "pair" | "list" | "duration" | "share";

/** The form of each operator's value. The field's kind determines the type of a single value. */
export const VALUE_SHAPES: Readonly<Record<Operator, ValueShape>> = {
  is: "one",
  isNot: "one",
  in: "list",
  notIn: "list",
  contains: "one",
  notContains: "one",
  startsWith: "one",
  eq: "one",
  ne: "one",
  lt: "one",
  lte: "one",
  gt: "one",
  gte: "one",
  between: "pair",
  before: "one",
  after: "one",
  olderThan: "duration",
  withinLast: "duration",
  ltShare: "share",
  // oxlint-disable-next-line texts/in-messages -- the kind of the operand
  empty: "none",
  notEmpty: "none",
};

const scalar = z.union([idSchema, z.number()]);

/** A share of another number of the same row: 0.1 of `startingLength` is a tenth of the starting length. */
const shareSchema = z.strictObject({ field: fieldNameSchema, share: z.number() });
export type Share = Readonly<z.infer<typeof shareSchema>>;

/** One comparison of one field. */
export interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value?: string | number | readonly (string | number)[] | Share | undefined;
}

/** A condition, or a group of filters. An empty `all` passes every row, an empty `any` passes no row. */
export type Filter =
  | Condition
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter };

/**
 * The deepest nesting of filters, deeper than users build. The limit keeps a hostile view from exhausting the stack.
 */
const MAX_DEPTH = 20;
const MAX_CONDITIONS = 200;
const MAX_LIST = 10_000;

const conditionSchema = z.strictObject({
  field: fieldNameSchema,
  op: z.string().max(40),
  value: z.union([scalar, z.array(scalar).max(MAX_LIST), shareSchema]).optional(),
});

const filterSchema: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    conditionSchema,
    z.strictObject({ all: z.array(filterSchema).max(MAX_CONDITIONS) }),
    z.strictObject({ any: z.array(filterSchema).max(MAX_CONDITIONS) }),
    z.strictObject({ not: filterSchema }),
  ]),
);

/** The most fields to sort by: the levels of groups, then the table's own order. */
const MAX_SORT = 16;

/** The most characters of a search. */
export const MAX_SEARCH = 500;

/** The only query model. The page, saved views, the command line and exports use it. */
export const querySchema = z.strictObject({
  version: z.literal(1),
  search: z.string().max(MAX_SEARCH).optional(),
  filter: filterSchema.optional(),
  /** With a `step`, two dates in the same span of the local calendar are equal. */
  sort: z
    .array(
      z.strictObject({
        field: fieldNameSchema,
        direction: z.enum(["asc", "desc"]),
        step: z.enum(DATE_STEPS).optional(),
      }),
    )
    .max(MAX_SORT)
    .optional(),
  /**
   * The moment of the rows, ISO 8601. The query reads rows as they were at this moment. Absent for the present rows.
   */
  asOf: z.string().max(64).optional(),
});
export type Query = z.infer<typeof querySchema>;

/** The query that returns every row, in the order of the names. */
export const EVERYTHING: Query = { version: 1 };

/**
 * Checks a query of unknown origin: its shape, then its fields.
 * @throws QueryError that names the unknown field or operator, or the value of the wrong type.
 */
export function parseQuery(resource: Resource, input: unknown): Query {
  if (nesting(input) > MAX_DEPTH * 3) throw new QueryError(`filter: nested more than ${MAX_DEPTH} deep`);
  const parsed = querySchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new QueryError(`query: ${issue?.path.join(".") || "value"}: ${issue?.message ?? "invalid"}`);
  }
  return checkQuery(resource, parsed.data);
}

/**
 * Checks a query against the fields of a resource. The contract has already checked its shape with `querySchema`.
 * @throws QueryError that names the unknown field or operator, or the value of the wrong type.
 */
export function checkQuery(resource: Resource, query: Query): Query {
  if (query.filter) checkFilter(resource, query.filter, 0, { left: MAX_CONDITIONS });
  if (query.asOf !== undefined && parseInstant(query.asOf) === null)
    throw new QueryError(`asOf takes an ISO 8601 date-time, not "${query.asOf}"`);
  for (const { field: name, step } of query.sort ?? []) {
    const field = requireField(resource, name);
    if (step !== undefined && field.kind !== "date")
      throw new QueryError(`sort: field "${name}" holds no dates, and has no ${step}s`);
  }
  return query;
}

/** The size of a filter: its levels of groups, and its conditions. */
interface Extent {
  readonly depth: number;
  readonly conditions: number;
}

/**
 * Whether `parseQuery` accepts the depth and the number of conditions of a filter. @param reserve levels and conditions
 * that must stay free.
 */
export function isWithinBounds(filter: Filter, reserve: Extent): boolean {
  const { depth, conditions } = extentOf(filter);
  return depth <= MAX_DEPTH - reserve.depth && conditions <= MAX_CONDITIONS - reserve.conditions;
}

function extentOf(filter: Filter): Extent {
  const parts =
    "all" in filter ? filter.all : "any" in filter ? filter.any : "not" in filter ? [filter.not] : null;
  if (!parts) return { depth: 0, conditions: 1 };
  const extents = parts.map(extentOf);
  return {
    depth: 1 + Math.max(0, ...extents.map(({ depth }) => depth)),
    conditions: extents.reduce((sum, { conditions }) => sum + conditions, 0),
  };
}

function nesting(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH * 3 || typeof value !== "object" || value === null) return depth;
  return Object.values(value).reduce<number>((most, part) => Math.max(most, nesting(part, depth + 1)), depth);
}

function checkFilter(resource: Resource, filter: Filter, depth: number, budget: { left: number }): void {
  if (depth > MAX_DEPTH) throw new QueryError(`filter: nested more than ${MAX_DEPTH} deep`);
  if ("all" in filter) return filter.all.forEach((part) => checkFilter(resource, part, depth + 1, budget));
  if ("any" in filter) return filter.any.forEach((part) => checkFilter(resource, part, depth + 1, budget));
  if ("not" in filter) return checkFilter(resource, filter.not, depth + 1, budget);
  budget.left -= 1;
  if (budget.left < 0) throw new QueryError(`filter: more than ${MAX_CONDITIONS} conditions`);
  checkCondition(resource, requireField(resource, filter.field), filter);
}

function requireField(resource: Resource, name: string): Field {
  const field = findField(resource, name);
  if (!field) throw new QueryError(`${resource} have no field "${name}"`);
  return field;
}

function checkCondition(resource: Resource, field: Field, { op, value }: Condition): void {
  const operators: readonly string[] = OPERATORS[field.kind];
  if (!operators.includes(op)) {
    throw new QueryError(`field "${field.name}" has no operator "${op}" (it has ${operators.join(", ")})`);
  }
  const fail = (wanted: string): never => {
    throw new QueryError(`field "${field.name}", operator "${op}": the value must be ${wanted}`);
  };
  const shape = VALUE_SHAPES[op as Operator];
  switch (shape) {
    case "none":
      if (value !== undefined) fail("left out");
      return;
    case "duration":
      if (typeof value !== "string" || parseDuration(value) === null)
        fail('an ISO 8601 duration such as "P7D"');
      return;
    case "one":
      if (!isValueOf(field.kind, value)) fail(wantedOne(field.kind));
      return;
    case "pair":
      if (!Array.isArray(value) || value.length !== 2 || !value.every((v) => isValueOf(field.kind, v))) {
        fail(`a list of two, each ${wantedOne(field.kind)}`);
      }
      return;
    case "list":
      if (!Array.isArray(value) || value.length > MAX_LIST || !value.every((v) => isValueOf(field.kind, v))) {
        fail(`a list of at most ${MAX_LIST}, each ${wantedOne(field.kind)}`);
      }
      return;
    case "share":
      if (!isShareOf(resource, value))
        fail('{ "field": another number of the row, "share": more than 0 and at most 1 }');
      return;
  }
}

function isShareOf(resource: Resource, value: Condition["value"]): boolean {
  if (typeof value !== "object" || !("share" in value)) return false;
  return requireField(resource, value.field).kind === "number" && value.share > 0 && value.share <= 1;
}

function wantedOne(kind: FieldKind): string {
  return kind === "number" ? "a number" : kind === "date" ? "an ISO 8601 date-time" : "a text";
}

function isValueOf(kind: FieldKind, value: unknown): boolean {
  if (kind === "number") return typeof value === "number" && Number.isFinite(value);
  if (typeof value !== "string") return false;
  return kind !== "date" || !Number.isNaN(Date.parse(value));
}

/** Whether a query may return fewer rows than its table has. */
export function isNarrowed({ search, filter }: Pick<Query, "search" | "filter">): boolean {
  return search !== undefined || filter !== undefined;
}

/** Whether all rows that pass a filter have the same value in a field. False does not prove the opposite. */
export function hasOneValue(filter: Filter | undefined, field: string): boolean {
  if (filter === undefined || "any" in filter || "not" in filter) return false;
  if ("all" in filter) return filter.all.some((part) => hasOneValue(part, field));
  const { op, value } = filter;
  return (
    filter.field === field && (op === "is" || (op === "in" && Array.isArray(value) && value.length === 1))
  );
}
