import type { Resource } from "../../../../shared/resource-names.ts";
import type { Database } from "../open-database.ts";
import { touchedBetween } from "../touched-rows.ts";
import { ColumnarView } from "./columnar-view.ts";
import { columnsOf, TableIndex, type IndexedRow } from "./table-index.ts";

/** Rows that are read at a time while queries wait: some 15 ms. */
const SLICE_ROWS = 4_000;
/** A table up to here is read whole at once: sooner done than put off. */
const SMALL_TABLE = 2_000;

/** Keeps one table's columnar index: read slice by slice, then brought up to each revision by the rows it wrote. */
export class IndexKeeper {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #wake: () => void;
  #index: TableIndex | null = null;
  /** The revision that the index is of; while it is being read, the one that it began with. */
  #revision = 0;
  #isWhole = false;
  #lastRowid = 0;
  #view: ColumnarView | null = null;
  #baseOrders = new Map<string, Uint32Array>();
  #baseVersion = 0;

  /** @param wake called where there is reading to be done; `step` then does it. */
  constructor(database: Database, resource: Resource, wake: () => void) {
    this.#database = database;
    this.#resource = resource;
    this.#wake = wake;
  }

  /** The index at a revision, within a read transaction of it; null where it is not read yet. */
  at(revision: number): ColumnarView | null {
    if (!this.#index) this.#begin(revision);
    if (!this.#isWhole || !this.#index) return null;
    if (this.#revision !== revision && !this.#follow(revision)) return null;
    if (this.#view) return this.#view;
    if (this.#index.namesVersion !== this.#baseVersion) this.#baseOrders = new Map();
    this.#baseVersion = this.#index.namesVersion;
    this.#view = new ColumnarView(this.#database, this.#index, this.#baseOrders);
    return this.#view;
  }

  /** Reads one slice, within a read transaction. @returns true where there is more to read. */
  step(revision: number): boolean {
    if (!this.#index || this.#isWhole) return false;
    const count = this.#read(this.#index, SLICE_ROWS);
    if (count === SLICE_ROWS) return true;
    this.#isWhole = true;
    // The slices were of different revisions: what was written since the first one is read once more.
    if (!this.#follow(revision)) return true;
    // The order that most tables open with, so that no key waits for it.
    this.at(revision)?.prepareOrder([]);
    return false;
  }

  #begin(revision: number): void {
    this.#index = new TableIndex(this.#resource);
    this.#revision = revision;
    this.#isWhole = false;
    this.#lastRowid = 0;
    this.#view = null;
    const { last } = this.#database
      .prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${this.#resource}`)
      .get() as { last: number };
    if (last <= SMALL_TABLE) {
      this.#read(this.#index, SMALL_TABLE);
      this.#isWhole = true;
    } else this.#wake();
  }

  /** Brings the index to a revision; false where it has to be read anew. */
  #follow(revision: number): boolean {
    const touched =
      revision < this.#revision
        ? null
        : touchedBetween(this.#database, this.#resource, this.#revision, revision);
    if (!touched || !this.#index) {
      this.#index = null;
      this.#begin(revision);
      return this.#isWhole;
    }
    this.#readRows(this.#index, [...touched]);
    this.#revision = revision;
    this.#view = null;
    return true;
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
  }
}
