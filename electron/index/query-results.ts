import type { Field } from "../../shared/inventory/fields.ts";
import type { GroupLevel } from "../../shared/query/group-levels.ts";
import type { BreakdownGroup, Totals, Histogram } from "../../shared/query/totals.ts";
import type { Condition, Filter, Query } from "../../shared/query/query.ts";
import { NO_UNITS, type Units } from "../../shared/inventory/units.ts";
import { TIME_STEP_MS } from "../../shared/query/relative-time.ts";
import { RESOURCES, type Resource } from "../../shared/inventory/resource-names.ts";
import { compileQuery } from "../store/query/compile-query.ts";
import { someHidden } from "../store/query/row-reader.ts";
import type { Database } from "../store/database/open-database.ts";
import { Bitmap } from "./bitmap.ts";
import type { ColumnarView, LevelCodes, SlotGroup } from "./columnar-view.ts";
import { countTexts, type ValueCount } from "./facets.ts";
import { TableIndexManager } from "./table-index-manager.ts";
import type { TableSource, TableSources } from "./table-source.ts";
import { Latest } from "./latest.ts";
import { hasSqlIndex } from "./row-orders.ts";

/** A checked query at one revision. */
export interface QueryAt {
  readonly resource: Resource;
  readonly input: Query;
  /** The time of the query, ms since the epoch. */
  readonly now: number;
  readonly revision: number;
}

/** Consecutive rows of a result. */
export interface Window {
  readonly ids: Uint32Array;
  /** The number of the result's rows, and of all shown rows. Null until a long table's index is loaded. */
  readonly total: number | null;
  readonly all: number | null;
}

/** A group of a breakdown, without the name of its value. */
type BrokenDown = Omit<BreakdownGroup, "name">;

/** The number of ordered results in memory: enough for the tables of a few windows. Each takes four bytes a row. */
const KEPT_ORDERS = 6;
/** Up to this row, a page is read without the whole order. */
const FIRST_WINDOWS_END = 1_000;
/**
 * Up to this row, SQLite reads a page along an index. That takes a few ms, while the order of a million rows would
 * delay a scroll by half a second.
 */
const WALKED_WINDOWS_END = 10_000;

/** The tables of a database as they are. @param wake called when `step` has something to do. */
export function presentTables(database: Database, wake: () => void): TableSources {
  const keep = (resource: Resource): TableSource => new TableIndexManager(database, resource, wake);
  return { items: keep("items"), types: keep("types"), locations: keep("locations") };
}

/**
 * The rows of a query and their order. SQL answers first pages while the index is loading, or while their order
 * is not built yet; the index answers everything else. Call it within a read transaction.
 */
export class QueryResults {
  readonly #database: Database;
  readonly #orders = new Latest<Uint32Array>(KEPT_ORDERS);
  readonly #tables: TableSources;
  readonly #hasOrderedTable: boolean;

  /** @param hasOrderedTable whether SQLite reads the first rows of an order faster than the index makes it. */
  constructor(database: Database, tables: TableSources, hasOrderedTable = true) {
    this.#database = database;
    this.#tables = tables;
    this.#hasOrderedTable = hasOrderedTable;
  }

  /** Reads a slice of the indexes. @returns ms until the next slice; null if everything is read. */
  step(revision: number): number | null {
    const pauses = RESOURCES.map((resource) => this.#tables[resource].step(revision)).filter(
      (pause) => pause !== null,
    );
    return pauses.length === 0 ? null : Math.min(...pauses);
  }

  /** Row ids `offset` to `offset + limit` of a result. If the index is loaded, the counts are included. */
  window(query: QueryAt, offset: number, limit: number): Window {
    const end = offset + limit;
    const view = this.#tables[query.resource].at(query.revision);
    const all = view?.shownCount ?? null;
    const known = this.#orders.find(keyOf(query));
    if (known) return { ids: known.subarray(offset, end), total: known.length, all };
    const slots = view && matching(view, query);
    const total = slots?.count() ?? null;
    const sort = query.input.sort ?? [];
    // To make the order of all rows takes longer than to read its first rows by SQL.
    const unmade =
      this.#hasOrderedTable && view !== null && !view.hasOrder(sort) && total === view.shownCount;
    if (end > (unmade && hasSqlIndex(sort) ? WALKED_WINDOWS_END : FIRST_WINDOWS_END)) {
      const ids = this.all(query);
      const { shownCount } = this.#whole(query);
      return { ids: ids.subarray(offset, end), total: ids.length, all: shownCount };
    }
    if (!view || !slots || unmade) return { ids: this.#limited(query, offset, limit), total, all };
    return { ids: view.ordered(slots, sort, end).subarray(offset), total, all };
  }

  /** The loaded index of a table. */
  viewOf(resource: Resource, revision: number): ColumnarView {
    return this.#tables[resource].whole(revision);
  }

  /** Whether the index is loaded; if not, loading is requested. */
  isIndexed(resource: Resource, revision: number): boolean {
    return this.#tables[resource].at(revision) !== null;
  }

  /** The number of a result's rows, and of all shown rows. */
  count(query: QueryAt): { total: number; all: number } {
    const view = this.#whole(query);
    return { total: matching(view, query).count(), all: view.shownCount };
  }

  /** Every row id of a result in its order. */
  all(query: QueryAt): Uint32Array {
    return this.#orders.get(keyOf(query), () => {
      const view = this.#whole(query);
      const slots = matching(view, query);
      return view.ordered(slots, query.input.sort ?? [], slots.count());
    });
  }

  /** The row ids of a result, as a set. */
  rowidSet(query: QueryAt): Bitmap {
    return Bitmap.of(this.rowids(query));
  }

  /** The row ids of a result in any order, so that nothing must be sorted. */
  rowids(query: QueryAt): Uint32Array {
    const view = this.#whole(query);
    return view.rowidsOf(matching(view, query));
  }

  /** The values of rows at each level of groups, in the order of `rowids`. */
  levelCodes(query: QueryAt, levels: readonly GroupLevel[], rowids: Uint32Array): readonly LevelCodes[] {
    const view = this.#whole(query);
    return levels.map((level) => view.levelCodes(level, rowids));
  }

  /** The numbers of a field by row id; NaN stands for null. */
  numbersOf(query: QueryAt, field: string, rowids: Uint32Array): Float64Array {
    return this.#whole(query).numbersOf(field, rowids);
  }

  /**
   * Finds the next row that meets a condition; null if no row meets it. After the last row, the search continues at the
   * first.
   * @param order the result's row ids in the order to search.
   * @param inSight whether the row at a place may be returned.
   * @returns the row's place in the result.
   */
  next(
    query: QueryAt,
    condition: Condition,
    from: number,
    order: Uint32Array,
    inSight: (place: number) => boolean = () => true,
  ): number | null {
    const view = this.#whole(query);
    const { filter } = query.input;
    const narrowed = { ...query.input, filter: { all: [...(filter ? [filter] : []), condition] } };
    const slots = matching(view, { ...query, input: narrowed });
    for (let step = 0; step < order.length; step += 1) {
      const place = (from + step) % order.length;
      if (slots.has(view.index.slotOf(order[place] ?? 0)) && inSight(place)) return place;
    }
    return null;
  }

  /** The values of a field in a result, each with its number of rows. Null is a value too. */
  counts(query: QueryAt, field: string): readonly ValueCount[] {
    const view = this.#whole(query);
    const slots = matching(view, query);
    // Original names and ids are not in the index, so they are read by row id.
    return (
      view.counts(field, slots) ?? countTexts(this.#database, query.resource, field, view.rowidsOf(slots))
    );
  }

  /** Totals of number fields within a result. */
  totals(query: QueryAt, fields: readonly Field[], units: Units): Totals {
    const view = this.#whole(query);
    const slots = matching(view, query);
    return { rows: slots.count(), fields: view.totals(slots, fields, units) };
  }

  /**
   * A result in groups, each divided into the parts that pass the filters; the largest groups first.
   * @param level null makes one group.
   * @param most the most groups in the result; further groups are only counted.
   */
  breakdown(
    query: QueryAt,
    level: GroupLevel | null,
    filters: readonly Filter[],
    fields: readonly Field[],
    units: Units,
    most: number,
  ): { readonly groups: readonly BrokenDown[]; readonly more: number } {
    const view = this.#whole(query);
    const slots = matching(view, query);
    const counts = view.breakdown(slots, level, [], units, query.now);
    const parts = filters.map((filter) =>
      view.breakdown(slots.and(view.passing(filter, stepped(query.now))), level, fields, units, query.now),
    );
    const groups = counts
      .map(({ rows }, group) => ({ rows, group }))
      .filter(({ rows }) => rows > 0 || level === null)
      .toSorted((left, right) => right.rows - left.rows);
    return {
      groups: groups.slice(0, most).map(({ group }) => ({
        value: counts[group]?.value ?? null,
        parts: parts.map((part) => ({
          rows: part[group]?.rows ?? 0,
          totals: part[group]?.totalsOf() ?? {},
        })),
      })),
      more: Math.max(0, groups.length - most),
    };
  }

  /** The rows of a result that pass a filter, in groups. Totals are in the service's units. */
  groups(query: QueryAt, filter: Filter, level: GroupLevel, fields: readonly Field[]): readonly SlotGroup[] {
    const view = this.#whole(query);
    const slots = matching(view, query).and(view.passing(filter, stepped(query.now)));
    return view.breakdown(slots, level, fields, NO_UNITS, query.now);
  }

  /** The distribution of a field's numbers over a result. */
  histogram(query: QueryAt, field: string, buckets: number): Histogram {
    const view = this.#whole(query);
    return view.histogram(field, matching(view, query), buckets);
  }

  #whole({ resource, revision }: QueryAt): ColumnarView {
    return this.#tables[resource].whole(revision);
  }

  #limited({ resource, input, now }: QueryAt, offset: number, limit: number): Uint32Array {
    const { from, where, orderBy, values } = compileQuery(resource, input, {
      now: stepped(now),
      someHidden: someHidden(this.#database, resource),
    });
    const statement = this.#database.prepare(
      `SELECT t.rowid FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    );
    statement.setReturnArrays(true);
    const rows = statement.all(...values, limit, offset) as unknown as [number][];
    return Uint32Array.from(rows, ([rowid]) => rowid);
  }
}

function matching(view: ColumnarView, { input, now }: QueryAt): Bitmap {
  return view.matching(input, stepped(now));
}

/** The cache key of a result: the same query in the same minute, over the same data. */
export function keyOf({ resource, revision, input, now }: QueryAt): string {
  return JSON.stringify([resource, revision, stepped(now), input]);
}

/** The start of the minute in which a query was made. @param now ms since the epoch. */
function stepped(now: number): number {
  return Math.floor(now / TIME_STEP_MS) * TIME_STEP_MS;
}
