import { findField, NO_LONGER_RETURNED, QUERY_FIELDS, type Field } from "../../shared/inventory/fields.ts";
import { exactSum } from "../../shared/inventory/currency.ts";
import { fold, searchTerms } from "../../shared/base/text/fold.ts";
import type { GroupLevel, GroupValue } from "../../shared/query/group-levels.ts";
import { names } from "../../shared/query/filter-names.ts";
import type { Condition, Filter, Query } from "../../shared/query/query.ts";
import { unitOf, unitsOf, type Units } from "../../shared/inventory/units.ts";
import type { Total, Histogram } from "../../shared/query/totals.ts";
import { toMilliseconds, possibleInstants } from "../../shared/base/time/instant.ts";
import { compileQuery } from "../store/query/compile-query.ts";
import { type Database, prepared } from "../store/database/open-database.ts";
import { readRowids } from "../store/query/row-reader.ts";
import { Bitmap } from "./bitmap.ts";
import { evaluateFilter, type NameOfId, type NamesById } from "./evaluate-filter.ts";
import { histogramOf } from "./histogram.ts";
import { RowOrders, SpanColumns } from "./row-orders.ts";
import type { TableIndex } from "./table-index.ts";
import { TermSearch } from "./term-search.ts";
import { groupCounts, groupTotals, totalsOf, UNMEASURED, type Measures } from "./totals.ts";

type Sort = NonNullable<Query["sort"]>;
const NO_NAMES: NamesById = new Map();

/** The slots that have the same value. */
export interface SlotGroup {
  readonly value: string | null;
  readonly rows: number;
  /** Computes the totals of the requested fields, by the fields' names. */
  readonly totalsOf: () => Record<string, Total[]>;
}

/** Converts a total of instants from the stored unit to milliseconds. */
function inMilliseconds({ sum, min, max, ...total }: Total): Total {
  const mean = toMilliseconds(sum / total.count);
  return { ...total, sum: mean * total.count, min: toMilliseconds(min), max: toMilliseconds(max) };
}

/** Makes sums of money exact; totals of other fields stay as they are. */
const readTotal =
  ({ isMoney }: Field) =>
  (total: Total): Total =>
    isMoney ? { ...total, sum: exactSum(total.sum, total.measuredIn ?? "") } : total;

/** Additional parts of a view of the past. SQLite has no indexes for the past. */
export interface PastView {
  /** The slots of rows that the service no longer returned. */
  readonly hidden: Bitmap;
  /** All slots in an order by names or ids; null if SQLite must sort the rows. */
  orderOf(sort: Sort): Uint32Array | null;
}

/** The values of a result's rows at one level of groups, by place, as codes. */
export interface LevelCodes {
  readonly codes: Uint32Array;
  readonly valueOf: (code: number) => GroupValue;
}

/** A table's index at one revision, with the results computed from it. Call it within a read transaction. */
export class ColumnarView {
  readonly index: TableIndex;
  readonly #database: Database;
  readonly #search: TermSearch;
  readonly #orders: RowOrders;
  readonly #spans: SpanColumns;
  readonly #baseOrders: Map<string, Uint32Array>;
  readonly #past: PastView | null;
  readonly #shown: Bitmap;
  readonly #shownCount: number;
  #namesById: NamesById | null = null;

  /**
   * @param baseOrders the orders by name and by id. They stay valid for later revisions if no name has changed.
   * @param past absent for the current rows.
   */
  constructor(
    database: Database,
    index: TableIndex,
    baseOrders: Map<string, Uint32Array>,
    past: PastView | null = null,
  ) {
    this.index = index;
    this.#past = past;
    this.#database = database;
    this.#baseOrders = baseOrders;
    // Few rows are hidden, and SQLite has an index of them.
    const hidden = past?.hidden ?? this.#queryRows({ field: NO_LONGER_RETURNED.name, op: "notEmpty" }, 0);
    this.#shown = hidden.not();
    this.#shownCount = this.#shown.count();
    this.#search = new TermSearch(index, (term) => this.#referencesNamed(term));
    this.#spans = new SpanColumns(index);
    this.#orders = new RowOrders(index, {
      queryOrder: (sort) => this.#queryOrder(sort),
      nameSort: (field, id) => this.#nameSort(field, id),
      spans: this.#spans,
    });
  }

  /** The slots of a checked query's rows. @param now ms since the epoch. */
  matching(query: Query, now: number): Bitmap {
    const { index } = this;
    const terms = searchTerms(query.search ?? "").map(fold);
    const { filter } = query;
    const wantsHidden = filter && names(filter, NO_LONGER_RETURNED.name);
    const parts = [
      ...(wantsHidden ? [] : [this.#shown]),
      ...(terms.length > 0 ? [this.#search.find(terms)] : []),
      ...(filter ? [this.passing(filter, now)] : []),
    ];
    const [first = Bitmap.full(index.length), ...rest] = parts;
    return rest.reduce((found, part) => found.and(part), first);
  }

  /** The slots of the rows that pass a checked filter, including hidden rows. @param now ms since the epoch. */
  passing(filter: Filter, now: number): Bitmap {
    const queryRows = (condition: Condition): Bitmap => this.#queryRows(condition, now);
    const namesOf = (field: string): NamesById => this.#namesOf(field);
    return evaluateFilter(this.index, filter, { now, queryRows, namesOf });
  }

  /** The number of rows that the service still returns. */
  get shownCount(): number {
    return this.#shownCount;
  }

  /** All slots in the order of their names. Most tables open in this order. */
  get byName(): Uint32Array {
    return this.#queryOrder([]);
  }

  /** True if the order of a sort is already built. */
  hasOrder(sort: Sort): boolean {
    return this.#orders.has(sort);
  }

  /** Builds the order of a sort in advance. */
  prepareOrder(sort: Sort): void {
    this.#orders.of(sort);
  }

  /** The row ids of at most `most` slots, in sort order. */
  ordered(slots: Bitmap, sort: Sort, most: number): Uint32Array {
    const { rowids } = this.index;
    const order = this.#orders.of(sort);
    const result = new Uint32Array(most);
    const { words } = slots;
    let place = 0;
    // This loop visits every row of the table, so it calls no function.
    for (let at = 0; at < order.length && place < most; at += 1) {
      const slot = order[at] ?? 0;
      if ((((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1) result[place++] = rowids[slot] ?? 0;
    }
    return result.subarray(0, place);
  }

  /** The row ids of slots, in no particular order. */
  rowidsOf(slots: Bitmap): Uint32Array {
    const { rowids } = this.index;
    const found = new Uint32Array(slots.count());
    let place = 0;
    slots.forEach((slot) => {
      found[place++] = rowids[slot] ?? 0;
    });
    return found;
  }

  /**
   * The values of a field in a set of slots, with their numbers of slots. Null is a value too. The result is null if
   * the index has no column for the field.
   */
  counts(field: string, slots: Bitmap): readonly (readonly [value: string | null, count: number])[] | null {
    const column = this.index.texts(field);
    if (!column) return null;
    const counts = column.counts(slots);
    return column.texts.flatMap((text, code) => {
      const count = counts[code] ?? 0;
      return count > 0 ? [[code === 0 ? null : text, count] as const] : [];
    });
  }

  /** The values of rows at one level of groups. Each row id gets the code of its value. */
  levelCodes(level: GroupLevel, rowids: Uint32Array): LevelCodes {
    const column = this.#codesOf(level);
    return { ...column, codes: this.index.pick(column.codes, rowids) };
  }

  /** The numbers of a field by row id; NaN stands for null. */
  numbersOf(field: string, rowids: Uint32Array): Float64Array {
    const { index } = this;
    const values = this.#values({ name: field });
    const found = new Float64Array(rowids.length);
    for (let at = 0; at < found.length; at += 1)
      found[at] = values[index.slotOf(rowids[at] ?? 0)] ?? Number.NaN;
    return found;
  }

  /**
   * The number of slots in each group, and the totals of fields. Impossible dates are excluded from totals.
   * @param level null makes one group.
   * @param now ms since the epoch.
   */
  breakdown(
    slots: Bitmap,
    level: GroupLevel | null,
    fields: readonly Field[],
    units: Units,
    now: number,
  ): readonly SlotGroup[] {
    const column = level && this.#codesOf(level);
    const groups = { codes: column?.codes ?? null, count: column?.count ?? 1 };
    const counts = groupCounts(slots, groups);
    const totals = fields.map((field) => {
      const isDate = field.kind === "date";
      const added = isDate ? slots.and(this.#possible(field, now)) : slots;
      const totalsOfGroup = groupTotals(added, this.#values(field), this.#measuresOf(field, units), groups);
      const read = isDate ? inMilliseconds : readTotal(field);
      return (group: number) => totalsOfGroup(group).map(read);
    });
    return Array.from(counts, (rows, group) => ({
      value: column?.valueOf(group) ?? null,
      rows,
      totalsOf: () => Object.fromEntries(fields.map(({ name }, at) => [name, totals[at]?.(group) ?? []])),
    }));
  }

  /** Totals of number fields over a set of slots, separate for each unit of measurement. */
  totals(slots: Bitmap, fields: readonly Field[], units: Units): Record<string, Total[]> {
    return Object.fromEntries(
      fields.map((field) => [
        field.name,
        totalsOf(slots, this.#values(field), this.#measuresOf(field, units)).map(readTotal(field)),
      ]),
    );
  }

  /** The slots with a possible date. It is neither before 1970 nor well in the future. */
  #possible({ name }: Field, now: number): Bitmap {
    const { first, last } = possibleInstants(now);
    const { length } = this.index;
    return this.index.numbers(name)?.between(length, first, last) ?? new Bitmap(length);
  }

  #values({ name }: Pick<Field, "name">): Float64Array {
    return this.index.numbers(name)?.values(this.index.length) ?? new Float64Array();
  }

  /** The unit of each slot's number of a field, as codes. */
  #measuresOf({ measuredIn, measures }: Field, units: Units): Measures {
    const { index } = this;
    const column = measuredIn === undefined ? undefined : index.texts(measuredIn);
    if (column) return { codes: column.codes(index.length), texts: [null, ...column.texts.slice(1)] };
    if (!measures) return UNMEASURED;
    const { quantity, typeId } = measures;
    const texts = unitsOf(units, quantity);
    const codeOf = (id: string | null): number => texts.indexOf(unitOf(units, quantity, id));
    // If all rows have the same unit, no codes are needed.
    if (texts.length === 1) return { codes: null, texts };
    const types = index.texts(typeId);
    if (types) {
      const perType = types.texts.map((id, code) => codeOf(code === 0 ? null : id));
      return { codes: types.codes(index.length).map((code) => perType[code] ?? 0), texts };
    }
    const codes = new Uint32Array(index.length);
    const rows = prepared(this.#database, `SELECT rowid, id FROM ${index.resource}`).all();
    for (const { rowid, id } of rows as unknown as { rowid: number; id: string }[])
      codes[index.slotOf(rowid)] = codeOf(id);
    return { codes, texts };
  }

  /** The distribution of a field's numbers over a set of slots. */
  histogram(field: string, slots: Bitmap, buckets: number): Histogram {
    return histogramOf(slots, this.#values({ name: field }), buckets);
  }

  /** Each slot's value at a level of groups, as codes below `count`. */
  #codesOf({ field, step }: GroupLevel): LevelCodes & { readonly count: number } {
    if (step !== undefined) return this.#spans.of(field, step);
    const column = this.index.texts(field);
    if (!column) throw new Error(`the index has no shared texts of ${field}`);
    return {
      codes: column.codes(this.index.length),
      count: column.texts.length,
      valueOf: (code) => (code === 0 ? null : (column.texts[code] ?? null)),
    };
  }

  #queryRows(condition: Condition, now: number): Bitmap {
    const query: Query = { version: 1, filter: condition };
    const { from, where, values } = compileQuery(this.index.resource, query, { now, someHidden: false });
    const found = new Bitmap(this.index.length);
    const select = `SELECT t.rowid FROM ${from} WHERE ${where}`;
    for (const rowid of readRowids(this.#database, select, values)) found.add(this.index.slotOf(rowid));
    return found;
  }

  #queryOrder(sort: Sort): Uint32Array {
    const key = JSON.stringify(sort);
    const known = this.#baseOrders.get(key);
    if (known) return known;
    const onlyNamesAndIds = sort.every(({ field }) => field === "name" || field === "id");
    const order = this.#past?.orderOf(sort) ?? this.#sqlOrder(sort);
    if (onlyNamesAndIds) this.#baseOrders.set(key, order);
    return order;
  }

  #sqlOrder(sort: Sort): Uint32Array {
    const { resource } = this.index;
    const { from, orderBy } = compileQuery(resource, { version: 1, sort }, { now: 0, someHidden: false });
    const select = `SELECT t.rowid FROM ${from} ORDER BY ${orderBy}`;
    const rowids = readRowids(this.#database, select);
    // A loop takes a quarter of the time that `Uint32Array.from` takes.
    const order = new Uint32Array(rowids.length);
    for (let at = 0; at < order.length; at += 1) order[at] = this.index.slotOf(rowids[at] ?? 0);
    return order;
  }

  #referencesNamed(term: string): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>();
    for (const { name, references } of QUERY_FIELDS[this.index.resource]) {
      if (!references) continue;
      const sql = `SELECT id FROM ${references} WHERE instr(nameKey, ?) > 0`;
      const rows = prepared(this.#database, sql).all(term) as { id: string }[];
      found.set(name, new Set(rows.map(({ id }) => id)));
    }
    return found;
  }

  /** The user's names for the ids of a field; empty if the API itself has the names. */
  #namesOf(field: string): NamesById {
    if (findField(this.index.resource, field)?.references !== "names") return NO_NAMES;
    if (this.#namesById) return this.#namesById;
    const rows = prepared(this.#database, "SELECT id, name, nameKey FROM names").all();
    this.#namesById = new Map((rows as unknown as (NameOfId & { id: string })[]).map((row) => [row.id, row]));
    return this.#namesById;
  }

  #nameSort(field: string, id: string): string | null {
    const references = findField(this.index.resource, field)?.references;
    if (!references) return null;
    const row = prepared(this.#database, `SELECT nameSort FROM ${references} WHERE id = ?`).get(id) as
      { nameSort: string } | undefined;
    return row?.nameSort ?? null;
  }
}
