import { fold } from "../../../../../shared/base/text/fold.ts";
import { findField } from "../../../../../shared/inventory/fields.ts";
import type { Query } from "../../../../../shared/query/query.ts";
import { bucketEdges } from "../../../../../shared/query/bucket-edges.ts";
import type { Breakdown, BreakdownRequest, Total, Histogram } from "../../../../../shared/query/totals.ts";
import { parseInstant } from "../../../../../shared/base/time/instant.ts";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import { evaluate, type QueryModel } from "./query-model.ts";

type Plain = QueryModel["rows"][number];

const evaluated = new WeakMap<QueryModel, Map<Query, readonly string[]>>();

/** Calls `evaluate` only once for each query of a model. */
function idsOf(model: QueryModel, query: Query): readonly string[] {
  const known = evaluated.get(model) ?? new Map<Query, readonly string[]>();
  evaluated.set(model, known);
  const ids = known.get(query) ?? evaluate(model, query);
  known.set(query, ids);
  return ids;
}

const ALL: Query = { version: 1 };
const compareBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

/** The rows of a query, in its order. */
export function rowsOf(model: QueryModel, query: Query): readonly Plain[] {
  const byId = new Map(model.rows.map((row) => [row["id"], row]));
  return idsOf(model, query).map((id) => byId.get(id) ?? {});
}

/** The number of a query's rows, and the number of visible rows without a filter. */
export function countOf(model: QueryModel, query: Query): { total: number; all: number } {
  return { total: idsOf(model, query).length, all: idsOf(model, ALL).length };
}

/** The values of a text field, the most frequent first. */
export function facetsOf(model: QueryModel, query: Query, name: string, search = "", limit = 50): unknown {
  const values = rowsOf(model, query).map((row) => (row[name] ?? null) as string | null);
  const references = findField(model.resource, name)?.references;
  const names = references === undefined || references === "items" ? null : model.names[references];
  const labelOf = (value: string): string | null => names?.get(value) ?? null;
  const distinct = [...new Set(values)].filter((value) => value !== null);
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const found = distinct
    .map((value) => ({
      value,
      label: labelOf(value),
      count: counts.get(value) ?? 0,
    }))
    .filter(({ value, label }) => [value, label ?? ""].some((text) => fold(text).includes(fold(search))));
  const sorted = found.toSorted(
    (left, right) =>
      right.count - left.count
      || compareBytes(left.label ?? left.value, right.label ?? right.value)
      || compareBytes(left.value, right.value),
  );
  return {
    values: sorted.slice(0, limit),
    empty: counts.get(null) ?? 0,
    distinct: distinct.length,
  };
}

/** The values of a numeric field, in the order of the table. */
function numbersOf(model: QueryModel, query: Query, name: string): readonly (number | null)[] {
  const ids = new Set(idsOf(model, query));
  return model.rows
    .filter(({ id }) => ids.has(id as string))
    .map((row) => (row[name] ?? null) as number | null);
}

/** Totals of fields without a unit. */
export function totalsOf(
  model: QueryModel,
  query: Query,
  names: readonly string[],
): { readonly rows: number; readonly fields: Record<string, Total[]> } {
  const total = (name: string): Total[] => totalOf(numbersOf(model, query, name));
  return {
    rows: idsOf(model, query).length,
    fields: Object.fromEntries(names.map((name) => [name, total(name)])),
  };
}

/** A result in groups by a text field or by local days; each group is a separate query. */
export function breakdownOf(
  model: QueryModel,
  query: Query,
  { by, parts, fields }: BreakdownRequest,
): Breakdown {
  const groupOf = (row: Plain): string | null => {
    const value = by ? ((row[by.field] ?? null) as string | null) : null;
    return value !== null && by?.step === "day" ? localDay(new Date(value)) : value;
  };
  const rows = rowsOf(model, query);
  const values = by ? [...new Set(rows.map(groupOf))] : [null];
  const ofParts = parts.map((filter) =>
    rowsOf(model, { ...query, filter: { all: [...(query.filter ? [query.filter] : []), filter] } }),
  );
  const groups = values.map((value) => ({
    value,
    name: nameOf(model, by?.field, value),
    parts: ofParts.map((part) => {
      const own = part.filter((row) => groupOf(row) === value);
      const totals = fields.map(
        (name) => [name, totalOf(own.map((row) => addedOf(row[name], model.now)))] as const,
      );
      return { rows: own.length, totals: Object.fromEntries(totals) };
    }),
  }));
  return { groups, more: 0 };
}

function nameOf(model: QueryModel, field: string | undefined, value: string | null): string | null {
  const references = field === undefined ? undefined : findField(model.resource, field)?.references;
  if (references === undefined || references === "items" || value === null) return null;
  return model.names[references].get(value) ?? null;
}

/** Dates as ms since the epoch, with their microseconds as a fraction. */
function numberOf(value: unknown): number | null {
  if (typeof value !== "string") return (value ?? null) as number | null;
  return (parseInstant(value) ?? Number.NaN) / 1_000;
}

/** The number that is added up: null for an impossible date. */
function addedOf(value: unknown, now: number): number | null {
  const number = numberOf(value);
  const isImpossible =
    typeof value === "string" && number !== null && (number < 0 || number > now + 86_400_000);
  return isImpossible ? null : number;
}

function totalOf(values: readonly (number | null)[]): Total[] {
  const numbers = values.filter((number) => number !== null);
  if (numbers.length === 0) return [];
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return [{ measuredIn: null, count: numbers.length, sum: sumOf(numbers), min, max }];
}

/** A sum that does not lose small numbers next to large ones (Neumaier). */
function sumOf(numbers: readonly number[]): number {
  const exact = numbers.reduce(
    ({ sum, lost }, number) => {
      const next = sum + number;
      const part = Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
      return { sum: next, lost: lost + part };
    },
    { sum: 0, lost: 0 },
  );
  return exact.sum + exact.lost;
}

export function histogramOf(model: QueryModel, query: Query, name: string, buckets: number): Histogram {
  const all = numbersOf(model, query, name);
  const numbers = all.filter((number) => number !== null);
  const empty = all.length - numbers.length;
  if (numbers.length === 0) return { bounds: null, buckets: [], empty };
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const span = max - min;
  if (span === 0 || !Number.isFinite(span)) return { bounds: { min, max }, buckets: [numbers.length], empty };
  const from = bucketEdges({ min, max }, buckets).slice(0, buckets);
  const bucketOf = (number: number): number => from.findLastIndex((edge) => edge <= number);
  const counts = Array.from(
    { length: buckets },
    (_, at) => numbers.filter((number) => bucketOf(number) === at).length,
  );
  return { bounds: { min, max }, buckets: counts, empty };
}

/** A row's position, and the rows before and after it. */
export function neighboursOf(model: QueryModel, query: Query, id: string): unknown {
  const ids = idsOf(model, query);
  const total = ids.length;
  const place = ids.indexOf(id);
  const beside = (line: number): unknown => (ids[line] === undefined ? null : { id: ids[line], line });
  if (place < 0) return { place: null, line: null, total, before: null, after: null };
  return { place, line: place, total, before: beside(place - 1), after: beside(place + 1) };
}

/** The position of the next row whose name begins with a text. */
export function typeAheadOf(model: QueryModel, query: Query, text: string, from: number): number | null {
  const rows = rowsOf(model, query);
  const places = rows.map((_, step) => (from + step) % rows.length);
  return places.find((at) => fold(String(rows[at]?.["name"])).startsWith(fold(text))) ?? null;
}
