import { fold } from "../../../../../shared/base/text/fold.ts";
import { naturalKey } from "../../../../../shared/base/text/natural-order.ts";
import type { DateStep } from "../../../../../shared/base/time/date-steps.ts";
import { findField, type Field } from "../../../../../shared/inventory/fields.ts";
import { parseInstant } from "../../../../../shared/base/time/instant.ts";
import type { Condition, Filter, Query } from "../../../../../shared/query/query.ts";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";

type Plain = Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** A query's meaning in plain JavaScript over plain records, to compare with SQL. */
export interface QueryModel {
  readonly resource: Resource;
  /**
   * The table's records. A record that is no longer returned has the field `noLongerReturnedSince`, which no
   * service sends.
   */
  readonly rows: readonly Plain[];
  /** The names of the items' references; the user gives holders their names. */
  readonly names: Readonly<Record<"locations" | "types" | "names", ReadonlyMap<string, string>>>;
  readonly now: number;
}

/** The ids of the rows that match a query, in its order. */
export function evaluate(model: QueryModel, query: Query): readonly string[] {
  const terms = termsOf(query.search ?? "");
  const asksForHidden = query.filter !== undefined && mentions(query.filter, "noLongerReturnedSince");
  return model.rows
    .filter(
      (row) =>
        (asksForHidden || (row["noLongerReturnedSince"] ?? null) === null)
        && terms.every((term) => isFound(model, row, term))
        && (!query.filter || passes(model, row, query.filter)),
    )
    .toSorted((left, right) => compareRows(model, left, right, query))
    .map((row) => row["id"] as string);
}

function fieldOf({ resource }: QueryModel, name: string): Field {
  const field = findField(resource, name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

/** Search terms: words, and exact texts between two quotes. A quote without a second one is ignored. */
function termsOf(search: string): readonly string[] {
  const terms: string[] = [];
  let rest = search.trimStart();
  while (rest !== "") {
    const closing = rest.startsWith('"') ? rest.indexOf('"', 1) : -1;
    const blank = rest.search(/\s/);
    const end = closing > 0 ? closing + 1 : blank < 0 ? rest.length : blank;
    terms.push(rest.slice(0, end).replaceAll('"', ""));
    rest = rest.slice(end).trimStart();
  }
  return terms.filter((term) => term.trim() !== "");
}

function mentions(filter: Filter, field: string): boolean {
  if ("all" in filter) return filter.all.some((part) => mentions(part, field));
  if ("any" in filter) return filter.any.some((part) => mentions(part, field));
  return "not" in filter ? mentions(filter.not, field) : filter.field === field;
}

function valueOf(row: Plain, field: Field): Value {
  const value = (row[field.name] ?? null) as Value;
  return field.kind === "date" && typeof value === "string" ? parseInstant(value) : value;
}

function referenceName({ names }: QueryModel, row: Plain, { name, references }: Field): string | null {
  if (references === undefined || references === "items") return null;
  return names[references].get(String(row[name])) ?? null;
}

/** Whether a row contains a term. Its name, its id, its holder and the names of its references are searched. */
function isFound(model: QueryModel, row: Plain, term: string): boolean {
  const references =
    model.resource === "items"
      ? ["locationId", "materialTypeId", "checkedOutToUserId"].map((name) =>
          referenceName(model, row, fieldOf(model, name)),
        )
      : [];
  const texts = [row["name"], row["id"], row["checkedOutToUserId"], ...references];
  return texts.some((text) => typeof text === "string" && fold(text).includes(fold(term)));
}

function passes(model: QueryModel, row: Plain, filter: Filter): boolean {
  if ("all" in filter) return filter.all.every((part) => passes(model, row, part));
  if ("any" in filter) return filter.any.some((part) => passes(model, row, part));
  if ("not" in filter) return !passes(model, row, filter.not);
  return holds(model, row, filter);
}

const DAYS: Readonly<Record<string, number>> = { P1D: 1, P1W: 7, P30D: 30, PT36H: 1.5 };

function holds(model: QueryModel, row: Plain, { field: name, op, value }: Condition): boolean {
  const field = fieldOf(model, name);
  const cell = valueOf(row, field);
  const read = (given: unknown): Value =>
    field.kind === "date"
      ? (parseInstant(String(given)) ?? Date.parse(String(given)) * 1_000)
      : (given as Value);
  const share = typeof value === "object" && "share" in value ? value : null;
  const words = fold(typeof value === "string" ? value : "");
  const list = (Array.isArray(value) ? value : [value]).map(read);
  const [first = null, second = null] = list;
  const text = fold(String(cell));
  // The user's name for an id is equivalent to the id.
  const called = field.references === "names" ? referenceName(model, row, field) : null;
  const calledText = called === null ? null : fold(called);
  const ago = (model.now - (DAYS[typeof value === "string" ? value : ""] ?? 0) * 86_400_000) * 1_000;
  const known = cell !== null;
  const below = (limit: Value): boolean => known && limit !== null && cell < limit;
  switch (op) {
    case "empty":
      return !known;
    case "notEmpty":
      return known;
    case "is":
      return known && (cell === first || called === first);
    case "isNot":
      return !known || (cell !== first && called !== first);
    case "eq":
      return cell === first && known;
    case "ne":
      return cell !== first;
    case "in":
      return known && list.includes(cell);
    case "notIn":
      return !known || !list.includes(cell);
    case "lt":
    case "before":
      return below(first);
    case "lte":
      return known && (below(first) || cell === first);
    case "gt":
    case "after":
      return known && !below(first) && cell !== first;
    case "gte":
      return known && !below(first);
    case "between":
      return known && !below(first) && (below(second) || cell === second);
    case "contains":
      return known && (text.includes(words) || (calledText?.includes(words) ?? false));
    case "notContains":
      return !known || !(text.includes(words) || (calledText?.includes(words) ?? false));
    case "startsWith":
      return known && (text.startsWith(words) || (calledText?.startsWith(words) ?? false));
    case "olderThan":
      return known && Number(cell) >= 0 && Number(cell) < ago;
    case "withinLast":
      return known && Number(cell) >= ago && Number(cell) <= (model.now + 86_400_000) * 1_000;
    case "ltShare": {
      const whole = share && valueOf(row, fieldOf(model, share.field));
      return share !== null && typeof whole === "number" && whole > 0 && below(whole * share.share);
    }
    default:
      throw new Error(`no operator ${op}`);
  }
}

/** Compares texts by their bytes, like SQLite. */
const compareValues = (left: Value, right: Value): number =>
  typeof left === "number" && typeof right === "number"
    ? left - right
    : Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));

/** The first local day of a date's span, as an ISO 8601 date; null if there is no date. */
export function firstDay(date: unknown, step: DateStep): string | null {
  if (typeof date !== "string") return null;
  const day = new Date(date.length === 10 ? `${date}T00:00:00Z` : date);
  const [year, month] = [day.getFullYear(), day.getMonth()];
  const first = {
    day: () => new Date(year, month, day.getDate()),
    // The week begins on Monday, which is 1. Sunday is 0, and the last day of its week.
    week: () => new Date(year, month, day.getDate() - (day.getDay() === 0 ? 6 : day.getDay() - 1)),
    month: () => new Date(year, month, 1),
    quarter: () => new Date(year, [0, 3, 6, 9].findLast((begin) => begin <= month) ?? 0, 1),
    year: () => new Date(year, 0, 1),
  }[step]();
  return [first.getFullYear(), first.getMonth() + 1, first.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

function compareRows(model: QueryModel, left: Plain, right: Plain, { sort = [] }: Query): number {
  const byId = compareValues(left["id"] as string, right["id"] as string);
  const terms = sort.length > 0 ? sort : [{ field: "name", direction: "asc" as const }];
  const compared = terms.flatMap((term) => {
    const { isMoney, measuredIn } = fieldOf(model, term.field);
    // Amounts are compared only within a currency.
    return isMoney && measuredIn
      ? [{ field: measuredIn, direction: "asc" as const, step: undefined }, term]
      : [term];
  });
  const differences = compared.flatMap(({ field: name, direction, step }) => {
    const field = fieldOf(model, name);
    const key = (row: Plain): readonly Value[] => {
      if (step !== undefined) return [firstDay(row[name], step)];
      if (name === "name") return [naturalKey(String(row["name"]))];
      if (field.references === undefined) return [valueOf(row, field)];
      const found = referenceName(model, row, field);
      return [found === null ? null : naturalKey(found), valueOf(row, field)];
    };
    const [mine, theirs] = [key(left), key(right)];
    return mine.map((value, index) => {
      const other = theirs[index] ?? null;
      if (value === null || other === null) return Number(value === null) - Number(other === null);
      return direction === "desc" ? -compareValues(value, other) : compareValues(value, other);
    });
  });
  return differences.find((difference) => difference !== 0) ?? byId;
}
