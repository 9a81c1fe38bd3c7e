import { findField } from "../../shared/inventory/fields.ts";
import { assertNever } from "../../shared/base/errors.ts";
import { fold } from "../../shared/base/text/fold.ts";
import type { Condition, Filter, Operator, OPERATORS, Share } from "../../shared/query/query.ts";
import { listed, reachBack, toInstant } from "../store/query/compile-query.ts";
import { Bitmap } from "./bitmap.ts";
import type { CodeColumn } from "./code-column.ts";
import type { NumberColumn } from "./number-column.ts";
import { possibleInstants } from "../../shared/base/time/instant.ts";
import type { TableIndex } from "./table-index.ts";

export interface FilterContext {
  /** The current time in ms since the epoch, for `olderThan` and `withinLast`. */
  readonly now: number;
  /** Finds the slots of a condition by SQL, if the index cannot find them. */
  readonly queryRows: (condition: Condition) => Bitmap;
  /** The user's names for the ids of a field. */
  readonly namesOf: (field: string) => NamesById;
}

export interface NameOfId {
  readonly name: string;
  /** The folded name, for searches. */
  readonly nameKey: string;
}
export type NamesById = ReadonlyMap<string, NameOfId>;

/** The slots of the rows that pass a checked filter. The result equals that of `compileQuery`. */
export function evaluateFilter(index: TableIndex, filter: Filter, context: FilterContext): Bitmap {
  const { length } = index;
  const rowsOf = (part: Filter): Bitmap => evaluateFilter(index, part, context);
  if ("all" in filter)
    return filter.all.reduce((found, part) => found.and(rowsOf(part)), Bitmap.full(length));
  if ("any" in filter) return filter.any.reduce((found, part) => found.or(rowsOf(part)), new Bitmap(length));
  if ("not" in filter) return rowsOf(filter.not).not();
  return evaluateCondition(index, filter, context);
}

function evaluateCondition(index: TableIndex, condition: Condition, context: FilterContext): Bitmap {
  const { field } = condition;
  const numbers = index.numbers(field);
  const texts = index.texts(field);
  const found = numbers
    ? ofNumbers(numbers, index, condition, context.now)
    : texts
      ? ofTexts(texts, index.length, condition, context.namesOf(field))
      : field === "name"
        ? ofNames(index, condition)
        : null;
  if (found) return found;
  // Nearly all rows meet an excluding condition. SQL then lists the rows that do not meet it.
  const opposite = OPPOSITES.get(condition.op as Operator);
  return opposite === undefined
    ? context.queryRows(condition)
    : context.queryRows({ ...condition, op: opposite }).not();
}

/** Operators and their exact opposites. */
const OPPOSITES: ReadonlyMap<Operator, Operator> = new Map([
  ["isNot", "is"],
  ["notIn", "in"],
  ["notContains", "contains"],
]);

type Operators = typeof OPERATORS;

/** The slots that meet a condition on numbers or dates. Null if the whole of a share has no column in the index. */
function ofNumbers(
  column: NumberColumn,
  index: TableIndex,
  { field, op, value }: Condition,
  now: number,
): Bitmap | null {
  const { resource, length } = index;
  const isDate = findField(resource, field)?.kind === "date";
  const read = (given: unknown): number => (isDate ? toInstant(given as string | number) : Number(given));
  const [first = Number.NaN, second = Number.NaN] = listed(value).map(read);
  const from = (low: number): Bitmap => column.between(length, low, Number.POSITIVE_INFINITY);
  const upTo = (high: number): Bitmap => column.between(length, Number.NEGATIVE_INFINITY, high);
  const operator = op as Operators["number" | "date"][number];
  switch (operator) {
    case "empty":
      return column.empty(length);
    case "notEmpty":
      return column.empty(length).not();
    case "eq":
      return column.between(length, first, first);
    case "ne":
      return column.between(length, first, first).not();
    case "lte":
      return upTo(first);
    case "gte":
      return from(first);
    case "lt":
    case "before":
      return column.below(length, first);
    case "gt":
    case "after":
      return column.above(length, first);
    case "between":
      return column.between(length, first, second);
    case "ltShare": {
      const whole = isShare(value) ? index.numbers(value.field) : undefined;
      return whole && isShare(value) ? column.belowShareOf(length, whole, value.share) : null;
    }
    case "olderThan":
      // An impossible date has no age.
      return column.from(length, possibleInstants(now).first, reachBack(value, now));
    case "withinLast":
      return column.between(length, reachBack(value, now), possibleInstants(now).last);
    default:
      return assertNever(operator, "the index has no such operator for numbers and dates");
  }
}

function isShare(value: Condition["value"]): value is Share {
  return typeof value === "object" && "share" in value;
}

function ofTexts(column: CodeColumn, length: number, { op, value }: Condition, names: NamesById): Bitmap {
  const list = new Set(listed(value).map(String));
  const [first = ""] = list;
  const piece = fold(first);
  const isExactly = (text: string): boolean => text === first || names.get(text)?.name === first;
  const contains = (text: string): boolean =>
    fold(text).includes(piece) || (names.get(text)?.nameKey.includes(piece) ?? false);
  const begins = (text: string): boolean =>
    fold(text).startsWith(piece) || (names.get(text)?.nameKey.startsWith(piece) ?? false);
  const operator = op as Operators["text" | "enum" | "reference"][number];
  switch (operator) {
    case "empty":
      return column.empty(length);
    case "notEmpty":
      return column.empty(length).not();
    case "is":
      return column.matching(length, isExactly);
    case "isNot":
      return column.matching(length, isExactly).not();
    case "in":
      return column.matching(length, (text) => list.has(text));
    case "notIn":
      return column.matching(length, (text) => list.has(text)).not();
    case "contains":
      return column.matching(length, contains);
    case "notContains":
      return column.matching(length, contains).not();
    case "startsWith":
      return column.matching(length, begins);
    default:
      return assertNever(operator, "the index has no such operator for texts");
  }
}

/** The slots that match by name; null if the operator needs the unfolded name. */
function ofNames({ names, length }: TableIndex, { op, value }: Condition): Bitmap | null {
  const [first = ""] = listed(value);
  const piece = fold(String(first));
  const all = Bitmap.full(length);
  const operator = op as Operators["text"][number];
  switch (operator) {
    case "contains":
      return names.having(all, piece, "anywhere");
    case "notContains":
      return names.having(all, piece, "anywhere").not();
    case "startsWith":
      return names.having(all, piece, "atStart");
    case "is":
    case "isNot":
    case "in":
    case "notIn":
    case "empty":
    case "notEmpty":
      return null;
    default:
      return assertNever(operator, "the index has no such operator for names");
  }
}
