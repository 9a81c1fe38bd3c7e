import { findField, NO_LONGER_RETURNED, OWN_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
import { names } from "../../../shared/query/filter-names.ts";
import type { Condition, Filter, Operator, Query } from "../../../shared/query/query.ts";
import { QueryError, assertNever } from "../../../shared/base/errors.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Cell } from "../database/decode.ts";
import {
  possibleInstants,
  fromMilliseconds,
  parseInstant,
  type Instant,
} from "../../../shared/base/time/instant.ts";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { naturalKey } from "../../../shared/base/text/natural-order.ts";
import { DateSpans, type DateStep } from "../../../shared/base/time/date-steps.ts";
import type { Database } from "../database/open-database.ts";
import { before, parseDuration } from "../../../shared/base/time/duration.ts";

/** SQL, with the values of its parameters in order. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly Cell[];
}

const TRUE: Fragment = { sql: "TRUE", values: [] };
const FALSE: Fragment = { sql: "FALSE", values: [] };

/** Joins conditions with AND (all) or OR (any). Without conditions the result is TRUE for AND, and FALSE for OR. */
export function join(parts: readonly Fragment[], word: "AND" | "OR"): Fragment {
  const [only] = parts;
  if (!only) return word === "AND" ? TRUE : FALSE;
  if (parts.length === 1) return only;
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${word} `)})`,
    values: parts.flatMap((part) => part.values),
  };
}

/** The date in a checked condition, as an instant. */
export function toInstant(value: string | number): Instant {
  const text = String(value);
  return parseInstant(text) ?? fromMilliseconds(Date.parse(text));
}

/** The instant that is a duration before now. The duration is already checked. @param now ms since the epoch. */
export function reachBack(value: Condition["value"], now: number): Instant {
  const duration = typeof value === "string" ? parseDuration(value) : null;
  if (!duration) throw new Error("reachBack: a duration that was not checked");
  return fromMilliseconds(before(now, duration));
}

/** The values of a condition as a list. */
export function listed(value: Condition["value"]): readonly (string | number)[] {
  if (value === undefined || (typeof value === "object" && "share" in value)) return [];
  return [value].flat();
}

/** One field of an order, with its direction. */
type SortTerm = NonNullable<Query["sort"]>[number];

/** The parts of a SELECT for a query. The resource's table is named `t`. */
export interface CompiledQuery {
  readonly from: string;
  readonly where: string;
  readonly orderBy: string;
  readonly values: readonly Cell[];
}

/** The time of a query, and whether the table has hidden rows. */
interface QuerySituation {
  /** The current time in ms since the epoch, for `olderThan` and `withinLast`. */
  readonly now: number;
  /** Whether the table has hidden rows. If it has none, the query need not exclude them. */
  readonly someHidden: boolean;
}

/** Joins for the names of references. With them, a sort by location uses the name that is shown. */
const NAME_JOINS: Readonly<Record<string, string>> = {
  locationId: "LEFT JOIN locations AS l ON l.id = t.locationId",
  materialTypeId: "LEFT JOIN types AS m ON m.id = t.materialTypeId",
  checkedOutToUserId: "LEFT JOIN names AS h ON h.id = t.checkedOutToUserId",
};
const NAME_COLUMNS: Readonly<Record<string, string>> = {
  locationId: "l.nameSort",
  materialTypeId: "m.nameSort",
  checkedOutToUserId: "h.nameSort",
};

/**
 * Compiles a checked query to the parts of one parameterised statement. Field names are the only text that reaches the
 * SQL, and only if the catalogue has them; every value is a parameter. Ties are broken by id, so that the order is
 * total. A row without a value meets "is not", "is not in" and "does not contain" for every value, meets no comparison,
 * and is last in either direction. Rows that the service no longer returns are left out unless the filter names that
 * field (design 4.8).
 * @throws QueryError for an unknown field.
 */
export function compileQuery(
  resource: Resource,
  query: Query,
  { now, someHidden }: QuerySituation,
): CompiledQuery {
  const search = searchTerms(query.search ?? "").map((term) => searchFor(resource, term));
  const filter = query.filter ? [compileFilter(resource, query.filter, now)] : [];
  const where = join([...search, ...filter, ...presenceOf(resource, query, someHidden)], "AND");
  const sort = withCurrencies(resource, query.sort ?? []);
  const order = sort.flatMap((by) => orderTerms(requireField(resource, by.field), by));
  const tie =
    sort.length === 0 ? ["t.nameSort", "t.id"] : sort.some(({ field }) => field === "id") ? [] : ["t.id"];
  const joins = sort.flatMap(({ field }) => NAME_JOINS[field] ?? []);
  // A search reads every row. With an index, it would fetch a page for each row: 4 s for a million rows instead of 0.3
  // s.
  const table = search.length > 0 ? `${resource} AS t NOT INDEXED` : `${resource} AS t`;
  return {
    from: [table, ...new Set(joins)].join(" "),
    where: where.sql,
    orderBy: [...order, ...tie].join(", "),
    values: where.values,
  };
}

/** Excludes hidden rows by means of their small index. SQLite can still use another index to scan the rows. */
function presenceOf(resource: Resource, query: Query, someHidden: boolean): readonly Fragment[] {
  if (!someHidden || (query.filter && names(query.filter, NO_LONGER_RETURNED.name))) return [];
  const hidden = `SELECT rowid FROM ${resource} WHERE ${NO_LONGER_RETURNED.name} IS NOT NULL`;
  return [{ sql: `t.rowid NOT IN (${hidden})`, values: [] }];
}

/** Puts the currency before an amount of money in an order. Only amounts in the same currency are compared. */
export function withCurrencies(resource: Resource, sort: readonly SortTerm[]): SortTerm[] {
  return sort.flatMap((term, at): SortTerm[] => {
    const { isMoney, measuredIn } = findField(resource, term.field) ?? {};
    const isNeeded = isMoney && measuredIn !== undefined && sort[at - 1]?.field !== measuredIn;
    return isNeeded ? [{ field: measuredIn, direction: "asc" }, term] : [term];
  });
}

function requireField(resource: Resource, name: string): Field {
  const field = findField(resource, name);
  if (!field) throw new QueryError(`${resource} have no field "${name}"`);
  return field;
}

function orderTerms(field: Field, { direction, step }: SortTerm): string[] {
  const suffix = direction === "desc" ? " DESC" : "";
  if (step !== undefined) return [`date_span(t.${field.name}, '${step}')${suffix} NULLS LAST`];
  const column = NAME_COLUMNS[field.name] ?? (field.name === "name" ? "t.nameSort" : `t.${field.name}`);
  if (field.name === "id" || field.name === "name") return [`${column}${suffix}`];
  // Rows with an unknown reference are ordered by id. They come after named rows, and before rows without a reference.
  const then = field.references ? [`t.${field.name}${suffix} NULLS LAST`] : [];
  return [`${column}${suffix} NULLS LAST`, ...then];
}

/** The condition that a row's texts, or the names of its references, contain a term. */
function searchFor(resource: Resource, term: string): Fragment {
  const own = [
    "instr(t.nameKey, ?) > 0",
    "instr(t.idKey, ?) > 0",
    ...OWN_FIELDS[resource].map((name) => `(t.${name} IS NOT NULL AND instr(fold(t.${name}), ?) > 0)`),
  ];
  const joined =
    resource === "items"
      ? [
          "t.locationId IN (SELECT id FROM locations WHERE instr(nameKey, ?) > 0)",
          "t.materialTypeId IN (SELECT id FROM types WHERE instr(nameKey, ?) > 0)",
          "t.checkedOutToUserId IN (SELECT id FROM names WHERE instr(nameKey, ?) > 0)",
        ]
      : [];
  const values = [fold(term)];
  return join(
    [...own, ...joined].map((sql) => ({ sql, values })),
    "OR",
  );
}

function compileFilter(resource: Resource, filter: Filter, now: number): Fragment {
  const compiled = (parts: readonly Filter[]): readonly Fragment[] =>
    parts.map((part) => compileFilter(resource, part, now));
  if ("all" in filter) return join(compiled(filter.all), "AND");
  if ("any" in filter) return join(compiled(filter.any), "OR");
  if ("not" in filter) return not(compileFilter(resource, filter.not, now));
  return compileCondition(resource, requireField(resource, filter.field), filter, now);
}

function compileCondition(resource: Resource, field: Field, condition: Condition, now: number): Fragment {
  const column = `t.${field.name}`;
  const op = condition.op as Operator;
  const convert = field.kind === "date" ? toInstant : (value: string | number): Cell => value;
  const list = listed(condition.value).map(convert);
  const compare = (sql: string): Fragment => ({ sql: `${column} ${sql}`, values: list });
  switch (op) {
    case "empty":
      return { sql: `${column} IS NULL`, values: [] };
    case "notEmpty":
      return { sql: `${column} IS NOT NULL`, values: [] };
    case "is":
      return isExactly(field, list);
    case "isNot":
      return not(isExactly(field, list));
    case "eq":
      return compare("= ?");
    case "ne":
      return compare("IS NOT ?");
    case "in":
      return compileList(column, list);
    case "notIn":
      return not(compileList(column, list));
    case "lt":
    case "before":
      return compare("< ?");
    case "lte":
      return compare("<= ?");
    case "gt":
    case "after":
      return compare("> ?");
    case "gte":
      return compare(">= ?");
    case "between":
      return compare("BETWEEN ? AND ?");
    case "contains":
      return textMatch(field, list, "> 0");
    case "notContains":
      return not(textMatch(field, list, "> 0"));
    case "startsWith":
      return textMatch(field, list, "= 1");
    case "olderThan":
      // An impossible date has no age.
      return {
        sql: `(${column} >= ? AND ${column} < ?)`,
        values: [possibleInstants(now).first, reachBack(condition.value, now)],
      };
    case "withinLast":
      return {
        sql: `(${column} >= ? AND ${column} <= ?)`,
        values: [reachBack(condition.value, now), possibleInstants(now).last],
      };
    case "ltShare":
      return belowShare(resource, column, condition.value);
    default:
      return assertNever(op, "compileQuery: unknown operator");
  }
}

/** If the other number is zero, negative or missing, there is no share. */
function belowShare(resource: Resource, column: string, value: Condition["value"]): Fragment {
  if (typeof value !== "object" || !("share" in value))
    throw new Error("compileQuery: a share that was not checked");
  const whole = `t.${requireField(resource, value.field).name}`;
  return { sql: `(${whole} > 0 AND ${column} < ? * ${whole})`, values: [value.share] };
}

/** If a list exceeds SQLite's limit on parameters, it is passed as one JSON text. */
function compileList(column: string, list: readonly Cell[]): Fragment {
  if (list.length === 0) return FALSE;
  if (list.length <= 100) return { sql: `${column} IN (${list.map(() => "?").join(", ")})`, values: list };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(list)] };
}

/** Matches exact values. An id that the user named also matches by its name. */
function isExactly(field: Field, values: readonly Cell[]): Fragment {
  return orNamed(field, { sql: `t.${field.name} = ?`, values }, "name = ?");
}

/** Matches texts regardless of case and diacritics. Only names have a stored folded form. */
function textMatch(field: Field, list: readonly Cell[], comparison: string): Fragment {
  const key = field.name === "name" ? "t.nameKey" : `fold(t.${field.name})`;
  const values = list.map((value) => fold(String(value)));
  return orNamed(field, { sql: `instr(${key}, ?) ${comparison}`, values }, `instr(nameKey, ?) ${comparison}`);
}

/** A condition on an id that the user's name for the id can also meet. */
function orNamed(field: Field, own: Fragment, ofName: string): Fragment {
  if (field.references !== "names") return own;
  const named = `t.${field.name} IN (SELECT id FROM names WHERE ${ofName})`;
  return join([own, { sql: named, values: own.values }], "OR");
}

function not({ sql, values }: Fragment): Fragment {
  return { sql: `(${sql}) IS NOT TRUE`, values };
}

/**
 * Defines the SQL functions of compiled queries. They are `fold(text)`, `natural_key(text)` and `date_span(instant,
 * step)`: the first local day of the calendar span around an instant.
 */
export function defineQueryFunctions(database: Database): void {
  defineTextFunctions(database);
  const spans = new Map<DateStep, DateSpans>();
  database.function("date_span", { deterministic: true }, (instant: unknown, step: unknown) => {
    if (typeof instant !== "number") return null;
    const known = spans.get(step as DateStep) ?? new DateSpans(step as DateStep);
    spans.set(step as DateStep, known);
    return known.firstOf(known.codeOf(instant));
  });
}

/** Defines the SQL functions `fold(text)` and `natural_key(text)` (shared/base/text). */
export function defineTextFunctions(database: DatabaseSyncInstance): void {
  const define = (name: string, of: (text: string) => string): void =>
    database.function(name, { deterministic: true }, (text: unknown) =>
      typeof text === "string" ? of(text) : null,
    );
  define("fold", fold);
  define("natural_key", naturalKey);
}
