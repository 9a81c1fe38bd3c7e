import type { Field } from "../../../shared/domain/fields.ts";
import type { GroupLevel } from "../../../shared/query/group-levels.ts";
import type { Condition, Query } from "../../../shared/query/query.ts";
import type { Histogram } from "../../../shared/query/histogram.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import type { Total, Totals } from "../../../shared/query/totals.ts";
import { bucketBySql, planBuckets } from "../query/bucket-plan.ts";
import { IndexKeeper } from "./index-keeper.ts";
import type { ColumnarView } from "./columnar-view.ts";
import { hasSqlIndex } from "./row-orders.ts";
import { compileQuery, groupSql, type CompiledQuery } from "../query/compile-query.ts";
import type { Cell } from "../database/decode.ts";
import type { LevelCodes } from "./grouping/group-tree.ts";
import { readLevelCodes } from "./grouping/read-level-codes.ts";
import { someHidden } from "../query/hidden-rows.ts";
import type { Database } from "../database/open-database.ts";
import { ResultCache } from "../query/result-cache.ts";
import { readRowids } from "../query/row-ids.ts";

/** A query that was checked, over one revision. */
export interface Asked {
  readonly resource: Resource;
  readonly input: Query;
  /** Ms since the epoch. */
  readonly now: number;
  readonly revision: number;
}

/** Some of a result's rows. */
export interface Window {
  readonly ids: Uint32Array;
  /** How many rows the result has, of how many that are shown; null where it would cost to count them. */
  readonly total: number | null;
  readonly all: number | null;
}

/** Up to here a window is read without waiting for the whole order to be built. */
const FIRST_WINDOWS_END = 1_000;
/**
 * And up to here where SQLite has the order in an index: walking so far along that takes some ms, while to have the whole
 * order of a million rows keeps a scroll waiting for half a second.
 */
const WALKED_WINDOWS_END = 10_000;
/** "Older than seven days" counts back from the minute's beginning, so that a result can be kept for a minute. */
const TIME_STEP = 60_000;

/**
 * What rows a query has, and in what order: by the table's columnar index as soon as that is read, until then by SQL.
 * Both mean the same by a query; a test over random queries holds them together. Used within a read transaction.
 */
export class QueryResults {
  readonly #database: Database;
  readonly #cache = new ResultCache();
  readonly #keepers: Readonly<Record<Resource, IndexKeeper>>;

  /**
   * @param indexFrom rows from which a table is indexed.
   * @param wake called where `step` has something to do.
   */
  constructor(database: Database, indexFrom: number, wake: () => void) {
    this.#database = database;
    const keep = (resource: Resource): IndexKeeper => new IndexKeeper(database, resource, indexFrom, wake);
    this.#keepers = { items: keep("items"), types: keep("types"), locations: keep("locations") };
  }

  /**
   * Reads a slice of what the indexes still lack.
   * @returns after how many ms to go on; null where nothing is left.
   */
  step(revision: number): number | null {
    const keepers = this.#keepers;
    const pauses = RESOURCES.map((resource) => keepers[resource].step(revision)).filter(
      (pause) => pause !== null,
    );
    return pauses.length === 0 ? null : Math.min(...pauses);
  }

  /** Row ids `offset` to `offset + limit` of a result, with what `count` answers where that costs next to nothing more. */
  window(asked: Asked, offset: number, limit: number): Window {
    const end = offset + limit;
    const query = this.#compile(asked);
    const keeper = this.#keepers[asked.resource];
    const known = this.#cache.find(asked.resource, query, asked.revision);
    const view = keeper.at(asked.revision);
    const countsBySql = view === null && keeper.isShort;
    const all = view?.shownCount ?? (countsBySql ? this.#allBySql(asked) : null);
    if (known) return { ids: known.subarray(offset, end), total: known.length, all };
    const slots = view?.matching(asked.input, stepped(asked.now)) ?? null;
    const total = slots?.count() ?? (countsBySql ? this.#countBySql(query) : null);
    const sort = asked.input.sort ?? [];
    // An order that nobody has made yet is for everything the slower way to the first rows.
    const unmade = view !== null && !view.hasOrder(sort) && total === view.shownCount;
    if (end > (unmade && hasSqlIndex(sort) ? WALKED_WINDOWS_END : FIRST_WINDOWS_END)) {
      const ids = this.all(asked);
      return { ids: ids.subarray(offset, end), total: ids.length, all };
    }
    if (!view || !slots || unmade) return { ids: this.#limited(query, offset, limit), total, all };
    return { ids: view.ordered(slots, sort, end).subarray(offset), total, all };
  }

  /** How many rows a result has, of how many that are shown. */
  count(asked: Asked): { total: number; all: number } {
    const { view, slots } = this.#look(asked);
    if (view && slots) return { total: slots.count(), all: view.shownCount };
    return { total: this.all(asked).length, all: this.#allBySql(asked) };
  }

  /** Every row id of a result in its order. */
  all(asked: Asked): Uint32Array {
    const { resource, revision, input } = asked;
    const query = this.#compile(asked);
    const known = this.#cache.find(resource, query, revision);
    if (known) return known;
    const sort = input.sort ?? [];
    // Any other order SQLite would have to sort.
    if (!hasSqlIndex(sort)) this.#keepers[resource].whole(revision);
    const { view, slots } = this.#look(asked);
    const ids = view && slots ? view.ordered(slots, sort, slots.count()) : this.#orderedBySql(query);
    this.#cache.put(resource, query, revision, ids);
    return ids;
  }

  /** What the rows of a result, in their order, have in common at each level of groups. */
  levelCodes(asked: Asked, levels: readonly GroupLevel[]): readonly LevelCodes[] {
    const view = this.#keepers[asked.resource].whole(asked.revision);
    if (view) {
      const rowids = this.all(asked);
      return levels.map((level) => view.levelCodes(level, rowids));
    }
    const { from, where, orderBy, values } = this.#compile(asked);
    return readLevelCodes(
      this.#database,
      `SELECT ${levels.map(groupSql).join(", ")} FROM ${from} WHERE ${where} ORDER BY ${orderBy}`,
      values,
      { levels: levels.length, rows: this.all(asked).length },
    );
  }

  /**
   * The place of the first row, from a place on and around the end, that a condition holds for; null for none.
   * @param inSight whether the row at a place may be the one.
   */
  next(
    asked: Asked,
    condition: Condition,
    from: number,
    inSight: (place: number) => boolean = () => true,
  ): number | null {
    const order = this.all(asked);
    const { filter } = asked.input;
    const narrowed = {
      ...asked,
      input: { ...asked.input, filter: { all: [...(filter ? [filter] : []), condition] } },
    };
    const { view, slots } = this.#look(narrowed);
    const holds =
      view && slots ? (rowid: number) => slots.has(view.index.slotOf(rowid)) : this.#holding(narrowed);
    for (let step = 0; step < order.length; step += 1) {
      const place = (from + step) % order.length;
      if (holds(order[place] ?? 0) && inSight(place)) return place;
    }
    return null;
  }

  #holding(asked: Asked): (rowid: number) => boolean {
    const { from, where, values } = this.#compile({ ...asked, input: { ...asked.input, sort: [] } });
    const found = new Set(
      readRowids(this.#database, `SELECT t.rowid AS id FROM ${from} WHERE ${where}`, values),
    );
    return (rowid) => found.has(rowid);
  }

  /** A statement whose rows are `value` and `count`: the values of a field within a result, null too. */
  groups(asked: Asked, field: string): { readonly sql: string; readonly values: readonly Cell[] } {
    const { view, slots } = this.#look(asked);
    const counts = view && slots ? view.counts(field, slots) : null;
    if (counts) {
      return {
        sql: "SELECT value ->> 0 AS value, value ->> 1 AS count FROM json_each(?)",
        values: [JSON.stringify(counts)],
      };
    }
    const { from, where, values } = this.#compile(asked);
    return {
      sql: `SELECT t.${field} AS value, count(*) AS count FROM ${from} WHERE ${where} GROUP BY 1`,
      values,
    };
  }

  /** Totals of number fields within a result. */
  totals(asked: Asked, fields: readonly Field[]): Totals {
    const { view, slots } = this.#look(asked);
    if (view && slots) return { rows: slots.count(), fields: view.totals(slots, fields) };
    const { from, where, values } = this.#compile(asked);
    const totalsBySql = ({ name, measuredIn }: Field): Total[] =>
      this.#database
        .prepare(
          `SELECT ${measuredIn === undefined ? "NULL" : `t.${measuredIn}`} AS measuredIn, count(t.${name}) AS count,
             sum(t.${name}) AS sum, min(t.${name}) AS min, max(t.${name}) AS max
           FROM ${from} WHERE (${where}) AND t.${name} IS NOT NULL GROUP BY 1`,
        )
        .all(...values)
        .map((row) => ({ ...(row as unknown as Total) }));
    return {
      rows: this.count(asked).total,
      fields: Object.fromEntries(fields.map((field) => [field.name, totalsBySql(field)])),
    };
  }

  /** How the numbers of a field are spread over a result. */
  histogram(asked: Asked, field: string, buckets: number): Histogram {
    const { view, slots } = this.#look(asked);
    if (view && slots) return view.histogram(field, slots, buckets);
    const { from, where, values } = this.#compile(asked);
    const column = `t.${field}`;
    const { min, max, empty } = this.#database
      .prepare(
        `SELECT min(${column}) AS min, max(${column}) AS max, count(*) - count(${column}) AS empty
         FROM ${from} WHERE ${where}`,
      )
      .get(...values) as { min: number | null; max: number | null; empty: number };
    if (min === null || max === null) return { bounds: null, buckets: [], empty };
    const plan = planBuckets(min, max, buckets);
    const bucket = bucketBySql(plan, column);
    const counts = Array.from({ length: plan.buckets }, () => 0);
    const rows = this.#database
      .prepare(
        `SELECT ${bucket.sql} AS bucket, count(*) AS count FROM ${from}
         WHERE (${where}) AND ${column} IS NOT NULL GROUP BY 1`,
      )
      .all(...bucket.values, ...values) as { bucket: number; count: number }[];
    for (const { bucket: at, count } of rows) counts[at] = count;
    return { bounds: { min, max }, buckets: counts, empty };
  }

  #look(asked: Asked): { view: ColumnarView | null; slots: ReturnType<ColumnarView["matching"]> | null } {
    const view = this.#keepers[asked.resource].at(asked.revision);
    return { view, slots: view?.matching(asked.input, stepped(asked.now)) ?? null };
  }

  #compile({ resource, input, now }: Asked): CompiledQuery {
    return compileQuery(resource, input, {
      now: stepped(now),
      someHidden: someHidden(this.#database, resource),
    });
  }

  #allBySql({ resource }: Asked): number {
    const { all } = this.#database
      .prepare(
        `SELECT count(*) - (SELECT count(*) FROM ${resource} WHERE noLongerReturnedSince IS NOT NULL) AS "all"
         FROM ${resource}`,
      )
      .get() as { all: number };
    return all;
  }

  #countBySql({ from, where, values }: CompiledQuery): number {
    const counted = this.#database
      .prepare(`SELECT count(*) AS total FROM ${from} WHERE ${where}`)
      .get(...values);
    return (counted as { total: number }).total;
  }

  #limited({ from, where, orderBy, values }: CompiledQuery, offset: number, limit: number): Uint32Array {
    const statement = this.#database.prepare(
      `SELECT t.rowid FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    );
    statement.setReturnArrays(true);
    const rows = statement.all(...values, limit, offset) as unknown as [number][];
    return Uint32Array.from(rows, ([rowid]) => rowid);
  }

  #orderedBySql({ from, where, orderBy, values }: CompiledQuery): Uint32Array {
    const select = `SELECT t.rowid AS id FROM ${from} WHERE ${where} ORDER BY ${orderBy}`;
    return Uint32Array.from(readRowids(this.#database, select, values));
  }
}

/** The beginning of the minute that a query is asked in. @param now ms since the epoch. */
export function stepped(now: number): number {
  return Math.floor(now / TIME_STEP) * TIME_STEP;
}
