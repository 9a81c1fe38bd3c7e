import { findField, QUERY_FIELDS, type Field } from "../../shared/inventory/fields.ts";
import type { Dimension, StockRow } from "../../shared/inventory/stock.ts";
import type { CallOutput } from "../../shared/contract/contract.ts";
import type { Row, StoredRecord } from "../../shared/query/query-calls.ts";
import { MAX_BREAKDOWN, requireLevel, type GroupValue } from "../../shared/query/group-levels.ts";
import type { GroupLine, Groups } from "../../shared/query/grouping.ts";
import { QueryError } from "../../shared/base/errors.ts";
import { NO_UNITS } from "../../shared/inventory/units.ts";
import type { BreakdownRequest } from "../../shared/query/totals.ts";
import type { Query } from "../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../shared/inventory/resource-names.ts";
import { fromMilliseconds } from "../../shared/base/time/instant.ts";
import { systemClock, type Clock, type Timer } from "../base/clock.ts";
import { readFacts } from "../store/database/facts.ts";
import type { ReadingOptions } from "../store/database/inventory-file.ts";
import type { Database } from "../store/database/open-database.ts";
import { taskNamed, type ThreadTask } from "../store/database/worker-rpc.ts";
import { facetsOf, namesOf } from "./facets.ts";
import { headingLine } from "./grouping/group-lines.ts";
import { GroupedResults } from "./grouping/grouped-results.ts";
import { OpenPast } from "./open-past.ts";
import type { Rebuilt } from "./past-reading.ts";
import { presentTables, QueryResults, type QueryAt } from "./query-results.ts";
import { rowsByRowids, nameOfReference } from "../store/query/row-reader.ts";
import type { ReadingContext } from "./reading-context.ts";
import { ResultPlaces } from "./result-places.ts";
import { stockRows } from "./stock-rows.ts";
import { toInstant } from "../store/query/compile-query.ts";
import { CopyReader, readRecord } from "../store/query/copy-reader.ts";

/** Ms before a slice of an index is read. New queries are answered first. */
const FIRST_PAUSE = 300;

/** The sources of an answer: the current rows, or the rows at a past moment. */
interface Reading {
  readonly database: Database;
  readonly results: QueryResults;
  readonly grouped: GroupedResults;
}

/** Reads an inventory database. It is synchronous, because it runs in a worker thread. */
export class InventoryReader extends CopyReader {
  readonly #results: QueryResults;
  readonly #present: Reading;
  readonly #past: OpenPast;
  readonly #clock: Pick<Clock, "after">;
  #reading: Timer | null = null;

  readonly #tasks: readonly ThreadTask<ReadingContext, unknown, unknown>[];

  /** @param tasks the tasks of features that run in this thread. */
  constructor(
    file: string,
    tasks: readonly ThreadTask<ReadingContext, unknown, unknown>[] = [],
    options: ReadingOptions = {},
    clock: Pick<Clock, "after"> = systemClock,
  ) {
    super(file, options);
    this.#clock = clock;
    this.#tasks = tasks;
    this.#results = new QueryResults(
      this.database,
      presentTables(this.database, () => this.#readOn()),
    );
    const grouped = new GroupedResults(this.#results);
    this.#present = { database: this.database, results: this.#results, grouped };
    this.#past = new OpenPast(file, options, clock, (resource) =>
      this.#results.viewOf(resource, this.currentRevision()),
    );
  }

  /**
   * Rows `offset` to `offset + limit` of a result, with the row counts if they are known.
   * @throws QueryError for an unknown field.
   */
  window(
    resource: Resource,
    input: Query,
    offset: number,
    limit: number,
    now: number,
  ): CallOutput<"queryPage"> {
    return this.#answer(resource, input, now, (query, { results, database }) => {
      const { revision } = query;
      const { ids, total, all } = results.window(query, offset, limit);
      return { rows: rowsByRowids(database, resource, ids), offset, total, all, revision };
    });
  }

  /**
   * Display rows `offset` to `offset + limit` of a grouped result: headings, and the rows of open groups.
   * @throws QueryError if the order does not begin with a field to group by, or gives too many groups.
   */
  lines(
    resource: Resource,
    input: Query,
    groups: Groups,
    offset: number,
    limit: number,
    now: number,
  ): CallOutput<"queryLines"> {
    return this.#answer(resource, input, now, (query, { grouped, database }) => {
      const { revision } = query;
      const { rowids, lines } = grouped.of(query, groups);
      const contents = lines.slice(offset, limit);
      const wanted = contents.flatMap((line) => ("place" in line ? [rowids[line.place] ?? 0] : []));
      const rows = rowsByRowids(database, resource, Uint32Array.from(wanted)).values();
      const read = contents.flatMap((line): readonly (Row | GroupLine)[] => {
        if ("heading" in line)
          return [headingLine(line.heading, (level, value) => groupName(database, query, level, value))];
        const { value } = rows.next();
        return value ? [value] : [];
      });
      return { lines: read, offset, total: lines.total, revision };
    });
  }

  /** The number of rows of a query, and of all rows. */
  count(resource: Resource, input: Query, now: number): CallOutput<"queryCount"> {
    return this.#answer(resource, input, now, (query, { results }) => countOf(results, query));
  }

  /** Like `count`, but null until the index of a long table is loaded. The call does not interrupt the loading. */
  countWhenIndexed(resource: Resource, input: Query, now: number): CallOutput<"queryCount"> | null {
    return this.#answer(resource, input, now, (query, { results }) =>
      results.isIndexed(resource, query.revision) ? countOf(results, query) : null,
    );
  }

  /**
   * The ids from one row of a result to another, both included, in its order. The list is empty if there are more ids
   * than `limit`; `count` is always exact.
   * @param to an id, or a place in the result.
   */
  range(
    resource: Resource,
    input: Query,
    from: string,
    to: string | number,
    limit: number,
    now: number,
    groups?: Groups,
  ): CallOutput<"queryRange"> {
    return this.#answer(resource, input, now, (query, reading) => {
      const places = new ResultPlaces(this.database, resource, reading.grouped.walk(query, groups));
      return places.between(from, to, limit);
    });
  }

  /** A row's place in a result, with the rows before and after it. */
  neighbours(
    resource: Resource,
    input: Query,
    id: string,
    now: number,
    groups?: Groups,
  ): CallOutput<"queryNeighbours"> {
    return this.#answer(resource, input, now, (query, reading) => {
      const places = new ResultPlaces(this.database, resource, reading.grouped.walk(query, groups));
      return places.neighboursOf(id);
    });
  }

  /**
   * The next row whose name begins with a text; null if there is none. After the last row, the search continues at the
   * first.
   * @param from the place to start at. In groups, `from` and the result are display rows, and rows of closed groups are
   * skipped.
   */
  typeAhead(
    resource: Resource,
    input: Query,
    text: string,
    from: number,
    now: number,
    groups?: Groups,
  ): number | null {
    return this.#answer(resource, input, now, (query, reading) => {
      const begins = { field: "name", op: "startsWith", value: text } as const;
      const { rowids, lines } = reading.grouped.walk(query, groups);
      if (!lines) return reading.results.next(query, begins, from, rowids);
      if (lines.total === 0) return null;
      const inSight = (place: number): boolean => lines.lineOf(place) !== null;
      const place = reading.results.next(query, begins, lines.placeOf(from), rowids, inSight);
      return place === null ? null : lines.lineOf(place);
    });
  }

  /** Totals of number fields in a result, by name; other fields are ignored. */
  totals(resource: Resource, input: Query, names: readonly string[], now: number): CallOutput<"queryTotals"> {
    const fields = QUERY_FIELDS[resource].filter(
      ({ name, kind }) => kind === "number" && names.includes(name),
    );
    return this.#answer(resource, input, now, (query, { results }) => {
      const units = readFacts(this.database).units ?? NO_UNITS;
      return results.totals(query, fields, units);
    });
  }

  /**
   * A result in groups, each divided into parts with their rows and totals.
   * @throws QueryError if a field is unknown, has no numbers or dates, or cannot be grouped by.
   */
  breakdown(
    resource: Resource,
    input: Query,
    { by, parts, fields: names }: BreakdownRequest,
    now: number,
  ): CallOutput<"queryBreakdown"> {
    const level = by && requireLevel(resource, by);
    const fields = names.map((name) => requireTotalled(resource, name));
    return this.#answer(resource, input, now, (query, { results, database }) => {
      const units = readFacts(this.database).units ?? NO_UNITS;
      const { groups, more } = results.breakdown(query, by, parts, fields, units, MAX_BREAKDOWN);
      const ids = groups.flatMap(({ value }) => value ?? []);
      const named = level ? namesOf(database, level, ids) : new Map<string, string>();
      return {
        groups: groups.map((group) => ({ ...group, name: named.get(group.value ?? "") ?? null })),
        more,
      };
    });
  }

  /** The distribution of one field's numbers over a result. @throws QueryError if the field has no numbers. */
  histogram(
    resource: Resource,
    input: Query,
    field: string,
    buckets: number,
    now: number,
  ): CallOutput<"queryHistogram"> {
    if (findField(resource, field)?.kind !== "number")
      throw new QueryError(`${resource} have no field "${field}" that holds numbers`);
    return this.#answer(resource, input, now, (query, { results }) =>
      results.histogram(query, field, buckets),
    );
  }

  /** The values of one field in a result, the most frequent first. */
  facets(
    resource: Resource,
    input: Query,
    fieldName: string,
    search: string,
    limit: number,
    now: number,
  ): CallOutput<"queryFacets"> {
    const field = findField(resource, fieldName);
    if (!field) throw new QueryError(`${resource} have no field "${fieldName}"`);
    if (field.kind === "number" || field.kind === "date") {
      throw new QueryError(
        `field "${fieldName}" holds ${field.kind}s; only texts, enumerations and references have values to list`,
      );
    }
    return this.#answer(resource, input, now, (query, { results, database }) =>
      facetsOf(database, results.counts(query, field.name), field, search, limit),
    );
  }

  /** The stock by type or by location, as it is stored; null while the index of a long table is loading. */
  stockNow(dimension: Dimension, now: number): readonly StockRow[] | null {
    return this.#answer("items", { version: 1 }, now, (query) =>
      this.#results.isIndexed("items", query.revision)
        ? stockRows(this.#results, query, dimension, readFacts(this.database).units ?? NO_UNITS)
        : null,
    );
  }

  /** A record at a past moment; null if it did not exist. */
  recordAsOf(resource: Resource, id: string, asOf: string): StoredRecord | null {
    return this.read(() => {
      const past = this.#past.at(asOf);
      return past.read(resource, () => readRecord(past.database, resource, id));
    });
  }

  /** Runs a feature's task. */
  runTask(name: string, input: unknown): unknown {
    const task = taskNamed(this.#tasks, name);
    return this.read(() =>
      task.run(
        {
          database: this.database,
          results: this.#results,
          revision: this.currentRevision(),
          pastAt: (asOf) => this.#past.at(asOf),
        },
        input,
      ),
    );
  }

  /**
   * Rebuilds the rows of a past moment for 40 ms. Call it again until the moment is ready; between the calls, other
   * queries are answered. A query for the moment rebuilds the rest at once. Any other past moment is closed.
   * @param asOf ISO 8601.
   * @throws AppFailure `not_observed`.
   */
  rebuildPast(asOf: string): Rebuilt {
    return this.read(() => {
      // Only the start of a rebuild needs the index of the current rows.
      const mayBegin =
        this.#past.has(asOf)
        || RESOURCES.every((resource) => this.#results.isIndexed(resource, this.currentRevision()));
      return mayBegin ? this.#past.at(asOf).step() : { done: 0, total: 0, isReady: false, refreshedAt: 0 };
    });
  }

  /** Closes the past moment, which frees its memory. @param asOf the moment; absent to close any moment. */
  closePast(asOf?: string): void {
    this.#past.close(asOf);
  }

  override close(): void {
    this.#reading?.stop();
    this.#past.close();
    super.close();
  }

  /** Reads the tables' indexes in slices. A query never waits for more than one slice. */
  #readOn(pause = FIRST_PAUSE): void {
    this.#reading ??= this.#clock.after(pause, () => {
      this.#reading = null;
      try {
        const next = this.read(() => this.#results.step(this.currentRevision()));
        if (next !== null) this.#readOn(next);
      } catch {
        // First pages still come from SQL. A query that needs the index reports the failure itself.
      }
    });
  }

  /** Answers a query at the current revision. For a past moment, durations count from that moment. */
  #answer<T>(
    resource: Resource,
    input: Query,
    now: number,
    work: (query: QueryAt, reading: Reading) => T,
  ): T {
    const { asOf } = input;
    return this.read(() => {
      const query = { resource, input, now, revision: this.currentRevision() };
      if (asOf === undefined || toInstant(asOf) >= fromMilliseconds(now)) return work(query, this.#present);
      const past = this.#past.at(asOf);
      return past.read(resource, () => work({ ...query, now: past.now }, past));
    });
  }
}

/** The name of a group's value; null if the value has no name. */
function groupName(
  database: Database,
  { resource, input }: Pick<QueryAt, "resource" | "input">,
  level: number,
  value: GroupValue,
): string | null {
  const field = findField(resource, input.sort?.[level]?.field ?? "");
  return field && value !== null ? nameOfReference(database, field, value) : null;
}

function countOf(results: QueryResults, query: QueryAt): CallOutput<"queryCount"> {
  return { ...results.count(query), revision: query.revision };
}

function requireTotalled(resource: Resource, name: string): Field {
  const field = findField(resource, name);
  if (field?.kind !== "number" && field?.kind !== "date")
    throw new QueryError(`${resource} have no field "${name}" that holds numbers or dates`);
  return field;
}
