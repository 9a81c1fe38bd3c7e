import { toMilliseconds, type Instant } from "../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../shared/inventory/resource-names.ts";
import type { Dimension } from "../../shared/inventory/stock.ts";
import { NO_UNITS } from "../../shared/inventory/units.ts";
import { systemClock } from "../base/clock.ts";
import { readFacts } from "../store/database/facts.ts";
import { hideNames, openInventoryForReading, type ReadingOptions } from "../store/database/inventory-file.ts";
import type { Database } from "../store/database/open-database.ts";
import { defineQueryFunctions } from "../store/query/compile-query.ts";
import { findPastMoment, requireObserved, type PastMoment } from "../store/query/past-moment.ts";
import { PastRows } from "../store/query/past-rows.ts";
import type { ColumnarView } from "./columnar-view.ts";
import { GroupedResults } from "./grouping/grouped-results.ts";
import { PastTable } from "./past-table.ts";
import { QueryResults, type QueryAt } from "./query-results.ts";
import { stockRows } from "./stock-rows.ts";

/** Ms of work, after which other queries are answered. */
const STEP_MS = 40;

/** The progress of a rebuild: the number of undone changes, and the number of all changes to undo. */
export interface Rebuilt {
  readonly done: number;
  readonly total: number;
  readonly isReady: boolean;
  /** The last refresh before the moment. The rows are as they were at that refresh. */
  readonly refreshedAt: Instant;
}

/** The tables at one past moment. They have their own connection to the database. */
export class PastReading {
  readonly asOf: string;
  readonly moment: PastMoment;
  readonly database: Database;
  readonly results: QueryResults;
  readonly grouped: GroupedResults;
  readonly #rows: PastRows;
  readonly #tables: readonly PastTable[];
  readonly #total: number;
  /** The dimensions whose stock is already counted. */
  readonly #counted = new Set<Dimension>();
  #work: Generator<number> | null;
  #done = 0;

  /**
   * @param asOf the moment as a query names it, and as an instant.
   * @param present returns the loaded index of a table.
   * @throws AppFailure `not_observed`, or of kind `store`.
   */
  constructor(
    file: string,
    options: ReadingOptions,
    asOf: { readonly text: string; readonly instant: number },
    present: (resource: Resource) => ColumnarView,
  ) {
    this.asOf = asOf.text;
    this.database = openPastDatabase(file, options);
    try {
      // A commit that comes between the index copies and the first undone change is undone like any other.
      const views = RESOURCES.map((resource) => [resource, present(resource)] as const);
      this.moment = findPastMoment(this.database, asOf.instant);
      this.#rows = new PastRows(this.database, this.moment, options);
      this.#total = this.#rows.total;
      this.#tables = views.map(
        ([resource, view]) => new PastTable(this.database, resource, this.#rows, view),
      );
    } catch (thrown) {
      this.database.close();
      throw thrown;
    }
    const [items, types, locations] = this.#tables as [PastTable, PastTable, PastTable];
    this.results = new QueryResults(this.database, { items, types, locations }, false);
    this.grouped = new GroupedResults(this.results);
    this.#work = this.#rebuild();
  }

  /** The moment in ms since the epoch, from which durations in queries count. */
  get now(): number {
    return toMilliseconds(this.moment.asOf);
  }

  /** Continues the rebuild for some ms. Call it until the moment is ready. */
  step(milliseconds = STEP_MS): Rebuilt {
    if (this.#work) this.#inTransaction(() => this.#workUntil(systemClock.monotonic() + milliseconds));
    const { refreshedAt } = this.moment;
    return { done: this.#done, total: this.#total, isReady: this.#work === null, refreshedAt };
  }

  /**
   * Reads rows of a table in one transaction. First it undoes commits that arrived in the meantime, and counts the
   * stock of types and locations if it is needed for the first time.
   */
  read<T>(resource: Resource, work: () => T): T {
    this.step(Number.POSITIVE_INFINITY);
    return this.#inTransaction(() => {
      this.#rows.follow((table, row) => this.#tables[RESOURCES.indexOf(table)]?.noteFormer(row));
      if (resource !== "items") this.#countStock(resource);
      return work();
    });
  }

  close(): void {
    this.database.close();
  }

  #countStock(dimension: Dimension): void {
    if (this.#counted.has(dimension)) return;
    const items: QueryAt = { resource: "items", input: { version: 1 }, now: this.now, revision: 0 };
    const units = readFacts(this.database).units ?? NO_UNITS;
    this.#rows.putStock(dimension, stockRows(this.results, items, dimension, units));
    this.#counted.add(dimension);
  }

  /** Works until a time of the machine's own clock. Computing takes real time, even in tests. */
  #workUntil(end: number): void {
    while (this.#work && systemClock.monotonic() < end) {
      const { done, value } = this.#work.next();
      if (done) this.#work = null;
      else this.#done += value;
    }
  }

  #inTransaction<T>(work: () => T): T {
    this.database.exec("BEGIN");
    try {
      requireObserved(this.database, this.moment.asOf);
      return work();
    } finally {
      this.database.exec("COMMIT");
    }
  }

  *#rebuild(): Generator<number> {
    for (const table of this.#tables) yield* table.rebuild();
    for (const table of this.#tables) table.at(0).prepareOrder([]);
    this.#rows.shrink();
  }
}

/** Opens a connection that stores temporary tables on disk. */
export function openPastDatabase(file: string, options: ReadingOptions = {}): Database {
  const database = openInventoryForReading(file);
  defineQueryFunctions(database);
  // The file itself is opened read-only. This setting allows temporary tables.
  database.exec("PRAGMA query_only = OFF; PRAGMA temp_store = FILE");
  hideNames(database, options);
  return database;
}
