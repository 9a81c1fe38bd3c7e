import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Database } from "../database/open-database.ts";
import { touchedBetween } from "../database/touched-rows.ts";
import { ColumnarView } from "./columnar-view.ts";
import { columnsOf, TableIndex, type IndexedRow } from "./table-index.ts";

/** Rows that are read at a time while queries wait: some 2 ms; few enough that what is read dies young. */
const SLICE_ROWS = 500;
/** Ms for which a table has to rest before it is read: while a first pull fills it, reading it would be for nothing. */
const REST = 300;
/** A table up to here is read whole at once: sooner done than put off. */
const SMALL_TABLE = 2_000;

/** Keeps one table's columnar index: read slice by slice, then brought up to each revision by the rows it wrote. */
export class IndexKeeper {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #from: number;
  readonly #wake: () => void;
  #index: TableIndex | null = null;
  /** The revision that the index is of; while it is being read, the one that it began with. */
  #revision = 0;
  #isWhole = false;
  #lastRowid = 0;
  /** The revision that the table rests at so far; null where nothing waits for it to rest. */
  #resting: number | null = null;
  #view: ColumnarView | null = null;
  #baseOrders = new Map<string, Uint32Array>();
  #baseVersion = 0;

  /**
   * @param from rows from which a table is indexed.
   * @param wake called where there is reading to be done; `step` then does it.
   */
  constructor(database: Database, resource: Resource, from: number, wake: () => void) {
    this.#from = from;
    this.#database = database;
    this.#resource = resource;
    this.#wake = wake;
  }

  /** The index at a revision, within a read transaction of it; null where it is not read yet, or not worth it. */
  at(revision: number): ColumnarView | null {
    if (this.isShort) return null;
    if (!this.#index && this.#resting === null) this.#begin(revision);
    if (!this.#isWhole || !this.#index) return null;
    if (this.#revision !== revision && !this.#follow(revision)) return null;
    if (this.#view) return this.#view;
    if (this.#index.namesVersion !== this.#baseVersion) this.#baseOrders = new Map();
    this.#baseVersion = this.#index.namesVersion;
    this.#view = new ColumnarView(this.#database, this.#index, this.#baseOrders);
    return this.#view;
  }

  /** Whether the table is too short to be indexed: what SQL does with all of its rows takes a few ms. */
  get isShort(): boolean {
    return !this.#index && this.#resting === null && this.#rowsSoFar() < this.#from;
  }

  /**
   * As `at`, but reads at once what the index still lacks: 5 s for a million rows, which SQL sorts in 9.
   * @throws what the disk throws; the next query then has the table read from the start.
   */
  whole(revision: number): ColumnarView | null {
    const view = this.at(revision);
    if (view) return view;
    try {
      while (this.#resting !== null || (this.#index && !this.#isWhole)) {
        const index = this.#resting === null && this.#index ? this.#index : this.#start(revision);
        while (this.#read(index, SLICE_ROWS) === SLICE_ROWS);
        this.#finish(revision);
      }
    } catch (thrown) {
      this.#forget();
      throw thrown;
    }
    return this.at(revision);
  }

  /**
   * Reads one slice, within a read transaction.
   * @returns after how many ms it is to be called again; null where there is nothing more to read.
   * @throws what the disk throws; the next query then has the table read from the start.
   */
  step(revision: number): number | null {
    try {
      return this.#step(revision);
    } catch (thrown) {
      this.#forget();
      throw thrown;
    }
  }

  #forget(): void {
    this.#index = null;
    this.#resting = null;
  }

  #step(revision: number): number | null {
    if (this.#resting !== null) {
      if (this.#resting !== revision) {
        this.#resting = revision;
        return REST;
      }
      this.#start(revision);
    }
    if (!this.#index || this.#isWhole) return null;
    if (this.#read(this.#index, SLICE_ROWS) === SLICE_ROWS) return 0;
    return this.#finish(revision) ? null : REST;
  }

  #start(revision: number): TableIndex {
    this.#resting = null;
    this.#index = this.#newIndex(this.#rowsSoFar());
    this.#isWhole = false;
    this.#lastRowid = 0;
    this.#revision = revision;
    return this.#index;
  }

  /** Ends the reading of the last slice; false where the table has to be read anew. */
  #finish(revision: number): boolean {
    this.#isWhole = true;
    // The slices were of different revisions: what was written since the first one is read once more.
    if (!this.#follow(revision)) return false;
    // The order that most tables open with, so that no key waits for it.
    this.at(revision)?.prepareOrder([]);
    // The pages that went through the cache are not asked for again.
    this.#database.exec("PRAGMA shrink_memory");
    return true;
  }

  /** Reads a small table at once, and has a larger one read as soon as it rests. */
  #begin(revision: number): void {
    this.#index = null;
    this.#isWhole = false;
    this.#view = null;
    if (this.#rowsSoFar() <= SMALL_TABLE) {
      this.#read(this.#start(revision), SMALL_TABLE);
      this.#isWhole = true;
    } else if (this.#resting === null) {
      this.#resting = revision;
      this.#wake();
    }
  }

  #rowsSoFar(): number {
    const { last } = this.#database
      .prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${this.#resource}`)
      .get() as { last: number };
    return last;
  }

  /** Brings the index to a revision; false where it has to be read anew. */
  #follow(revision: number): boolean {
    const touched =
      revision < this.#revision
        ? null
        : touchedBetween(this.#database, this.#resource, this.#revision, revision);
    const grewFast = touched !== null && touched.size > Math.max(SLICE_ROWS, (this.#index?.length ?? 0) / 4);
    if (!touched || !this.#index || grewFast) {
      this.#begin(revision);
      return this.#isWhole;
    }
    this.#readRows(this.#index, [...touched]);
    this.#revision = revision;
    this.#view = null;
    return true;
  }

  #newIndex(rows: number): TableIndex {
    const table = this.#resource;
    return new TableIndex(table, rows, (field, rowids) => {
      const some = rowids === null ? "" : "WHERE rowid IN (SELECT value FROM json_each(?))";
      const statement = this.#database.prepare(`SELECT rowid, ${field} FROM ${table} ${some}`);
      statement.setReturnArrays(true);
      const values = rowids === null ? [] : [JSON.stringify(rowids)];
      return statement.all(...values);
    });
  }

  #read(index: TableIndex, limit: number): number {
    const statement = this.#database.prepare(
      `SELECT ${columnsOf(this.#resource)} FROM ${this.#resource} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    );
    statement.setReturnArrays(true);
    const rows = statement.all(this.#lastRowid, limit) as unknown as IndexedRow[];
    for (const row of rows) index.put(row);
    this.#lastRowid = rows.at(-1)?.[0] ?? this.#lastRowid;
    return rows.length;
  }

  #readRows(index: TableIndex, rowids: readonly number[]): void {
    if (rowids.length === 0) return;
    const statement = this.#database.prepare(
      `SELECT ${columnsOf(this.#resource)} FROM ${this.#resource}
       WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    );
    statement.setReturnArrays(true);
    for (const row of statement.all(JSON.stringify(rowids)) as unknown as IndexedRow[]) index.put(row);
    index.refreshNumbers(rowids);
  }
}
