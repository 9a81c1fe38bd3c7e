import { DateSpans, type DateStep } from "../../shared/base/time/date-steps.ts";
import { findField } from "../../shared/inventory/fields.ts";
import type { Query } from "../../shared/query/query.ts";
import { withCurrencies } from "../store/query/compile-query.ts";
import { Latest } from "./latest.ts";
import { sortByNumber, sortByRank } from "./stable-sort.ts";
import type { TableIndex } from "./table-index.ts";

type Sort = NonNullable<Query["sort"]>;

/** The number of orders in memory: enough for the sorts that a few windows use in turn. */
const KEPT_ORDERS = 6;

/** The data, besides the index, from which a table's orders are made. */
export interface OrderSource {
  /** Every slot in the order of a sort, by SQL. */
  readonly queryOrder: (sort: Sort) => Uint32Array;
  /** The natural order key of a reference's name; null for an unknown id. */
  readonly nameSort: (field: string, id: string) => string | null;
  readonly spans: SpanColumns;
}

/**
 * All slots of a table in the order of a sort, as `compileQuery` defines it. The slots of a filter are then read in
 * that order. Orders by numbers, dates and shared texts are made here, the last key first. They start from the order of
 * names or ids, for which SQLite has an index. SQLite makes all other orders.
 */
export class RowOrders {
  readonly #index: TableIndex;
  readonly #source: OrderSource;
  readonly #orders = new Latest<Uint32Array>(KEPT_ORDERS);

  constructor(index: TableIndex, source: OrderSource) {
    this.#index = index;
    this.#source = source;
  }

  /** True if the order is in memory. */
  has(sort: Sort): boolean {
    return this.#orders.has(keyOf(withCurrencies(this.#index.resource, sort)));
  }

  /** All slots in the order of a sort. */
  of(sort: Sort): Uint32Array {
    return this.#ofTerms(withCurrencies(this.#index.resource, sort));
  }

  #ofTerms(sort: Sort): Uint32Array {
    return this.#orders.get(keyOf(sort), () => this.#make(sort));
  }

  #make(sort: Sort): Uint32Array {
    // SQLite has an index for orders that begin with a name or an id. Their further fields only decide between equal
    // rows.
    const [first] = sort;
    if (!first || hasSqlIndex(sort)) return this.#source.queryOrder(sort);
    const tail = sort.slice(1);
    const base = this.#ofTerms(tail.length > 0 ? tail : [{ field: "id", direction: "asc" }]);
    if (first.step !== undefined) {
      const { codes, ranks } = this.#source.spans.of(first.field, first.step);
      return sortByRank(base, codes, ranks(first.direction));
    }
    const numbers = this.#index.numbers(first.field);
    if (numbers) return sortByNumber(base, numbers.values(this.#index.length), first.direction);
    const texts = this.#index.texts(first.field);
    if (!texts) return this.#source.queryOrder(sort);
    const ranks = this.#ranks(first.field, texts.texts, first.direction);
    return sortByRank(base, texts.codes(this.#index.length), ranks);
  }

  /** The rank of each code: by name, then by text. Codes with neither a name nor a text are last. */
  #ranks(field: string, texts: readonly string[], direction: "asc" | "desc"): Uint32Array {
    const isReference = findField(this.#index.resource, field)?.references !== undefined;
    const keys = texts.map((text, code) => ({
      code,
      name: isReference && code > 0 ? bytesOf(this.#source.nameSort(field, text)) : null,
      text: code > 0 ? bytesOf(text) : null,
    }));
    const sign = direction === "desc" ? -1 : 1;
    const sorted = keys.toSorted(
      (left, right) => compare(left.name, right.name, sign) || compare(left.text, right.text, sign),
    );
    const ranks = new Uint32Array(texts.length);
    for (const [rank, { code }] of sorted.entries()) ranks[code] = rank;
    return ranks;
  }
}

/** Whether SQLite has an index for an order: by names, which is the default, or by ids. */
export function hasSqlIndex([first]: Sort): boolean {
  return !first || first.field === "name" || first.field === "id";
}

/** An order ascending by name is the same as the default order. */
function keyOf(sort: Sort): string {
  const [first, ...rest] = sort;
  const isDefault = first?.field === "name" && first.direction === "asc" && rest.length === 0;
  return JSON.stringify(isDefault ? [] : sort);
}

/** Compares texts by their bytes, like SQLite; null is last in either direction. */
function compare(left: Buffer | null, right: Buffer | null, sign: number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return sign * Buffer.compare(left, right);
}

function bytesOf(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text);
}

/** The calendar span of each slot's date, as codes; 0 for no date. */
interface SpanCodes {
  readonly codes: Uint32Array;
  /** The number of codes. */
  readonly count: number;
  /** The first local day of a span, as an ISO 8601 date; null for 0. */
  readonly valueOf: (code: number) => string | null;
  /** The rank of each span in time; code 0 is last. */
  readonly ranks: (direction: "asc" | "desc") => Uint32Array;
}

/** The calendar spans of an index's dates, each computed once. */
export class SpanColumns {
  readonly #index: TableIndex;
  readonly #columns = new Map<string, SpanCodes>();

  constructor(index: TableIndex) {
    this.#index = index;
  }

  /** The calendar spans of a date field's values. */
  of(field: string, step: DateStep): SpanCodes {
    const key = `${field}:${step}`;
    const known = this.#columns.get(key);
    if (known) return known;
    const dates = this.#index.numbers(field)?.values(this.#index.length) ?? new Float64Array();
    const made = spansOf(dates, step);
    this.#columns.set(key, made);
    return made;
  }
}

/** @param dates instants by slot; NaN for no date. */
function spansOf(dates: Float64Array, step: DateStep): SpanCodes {
  const spans = new DateSpans(step);
  const codes = new Uint32Array(dates.length);
  for (let slot = 0; slot < codes.length; slot += 1) {
    const date = dates[slot] ?? Number.NaN;
    if (!Number.isNaN(date)) codes[slot] = spans.codeOf(date) + 1;
  }
  return {
    codes,
    count: spans.inOrder().length + 1,
    valueOf: (code) => (code === 0 ? null : spans.firstOf(code - 1)),
    ranks: (direction) => {
      const inTime = spans.inOrder();
      const ordered = direction === "asc" ? inTime : inTime.toReversed();
      const ranks = new Uint32Array(ordered.length + 1).fill(ordered.length);
      for (const [rank, code] of ordered.entries()) ranks[code + 1] = rank;
      return ranks;
    },
  };
}
