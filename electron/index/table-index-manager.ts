import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Database } from "../store/database/open-database.ts";
import { touchedBetween } from "../store/database/touched-rows.ts";
import { ColumnarView } from "./columnar-view.ts";
import type { TableSource } from "./table-source.ts";
import { nextIndexState, type IndexEvent, type IndexState } from "./index-state.ts";
import { columnsOf, numberReaderOf, TableIndex, type IndexedRow } from "./table-index.ts";

type State = IndexState<TableIndex>;
type Ready = Extract<State, { name: "ready" }>;

/** Rows in a slice, which takes about 2 ms while queries wait. The memory of a small slice is freed early. */
const SLICE_ROWS = 500;
/** Ms without writes, after which a table's index is read. */
const REST_MS = 300;
/** The most rows of a table that its first query reads at once (20 ms). */
const SMALL_TABLE = 5_000;

/**
 * Manages one table's columnar index. The index is read in slices. Later it follows each revision by reading the rows
 * that the revision wrote. The states and transitions are in index-state.ts.
 */
export class TableIndexManager implements TableSource {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #wake: () => void;
  #state: State = { name: "none" };
  #view: ColumnarView | null = null;
  #baseOrders = new Map<string, Uint32Array>();
  #baseVersion = 0;

  /** @param wake is called when `step` has something to read. */
  constructor(database: Database, resource: Resource, wake: () => void) {
    this.#database = database;
    this.#resource = resource;
    this.#wake = wake;
  }

  /** The index at a revision, within a read transaction; null if a long table is not loaded yet. */
  at(revision: number): ColumnarView | null {
    if (this.#state.name === "ready" && this.#state.revision !== revision)
      this.#follow(this.#state, revision);
    if (this.#state.name === "none") this.#begin(revision);
    return this.#state.name === "ready" ? this.#viewOf(this.#state) : null;
  }

  /**
   * Like `at`, but loads the rest of the index first: up to 5 s for a million rows.
   * @throws the disk's errors; the next query then starts from the beginning.
   */
  whole(revision: number): ColumnarView {
    for (;;) {
      const view = this.at(revision);
      if (view) return view;
      this.#readToEnd(revision);
      this.#settle(revision);
    }
  }

  /**
   * Reads one slice, within a read transaction.
   * @returns ms until the next call; null if everything is read.
   * @throws the disk's errors; the next query then starts from the beginning.
   */
  step(revision: number): number | null {
    if (this.#state.name === "waiting") {
      if (this.#state.revision !== revision) {
        this.#emit({ type: "written", revision });
        return REST_MS;
      }
      this.#start(revision);
    }
    if (this.#state.name !== "reading") return null;
    this.#readSlice();
    if (this.#state.name === "reading") return 0;
    this.#settle(revision);
    return null;
  }

  #emit(event: IndexEvent<TableIndex>): void {
    this.#state = nextIndexState(this.#state, event);
    this.#view = null;
  }

  /** Reads a small table at once. The index of a larger table is read after `REST_MS` without a write. */
  #begin(revision: number): void {
    if (this.#lastRowid() <= SMALL_TABLE) this.#readToEnd(revision);
    else {
      this.#emit({ type: "wanted", revision });
      this.#wake();
    }
  }

  #start(revision: number): void {
    this.#emit({ type: "started", index: this.#newIndex(this.#lastRowid()), revision });
  }

  #readToEnd(revision: number): void {
    if (this.#state.name !== "reading") this.#start(revision);
    while (this.#state.name === "reading") this.#readSlice();
  }

  #readSlice(): void {
    if (this.#state.name !== "reading") return;
    const { index, lastRowid } = this.#state;
    try {
      const statement = this.#database.prepare(
        `SELECT ${columnsOf(this.#resource)} FROM ${this.#resource} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      );
      statement.setReturnArrays(true);
      const rows = statement.all(lastRowid, SLICE_ROWS) as unknown as IndexedRow[];
      for (const row of rows) index.put(row);
      if (rows.length === SLICE_ROWS) this.#emit({ type: "read", lastRowid: rows.at(-1)?.[0] ?? lastRowid });
      else this.#emit({ type: "finished" });
    } catch (thrown) {
      this.#emit({ type: "failed" });
      throw thrown;
    }
  }

  /** Runs when the index of a long table is loaded. It makes the usual first order, and frees SQLite's cache. */
  #settle(revision: number): void {
    this.at(revision)?.prepareOrder([]);
    this.#database.exec("PRAGMA shrink_memory");
  }

  /** Reads the rows that were written since the index's revision. */
  #follow({ index, revision: since }: Ready, revision: number): void {
    const touched = revision < since ? null : touchedBetween(this.#database, this.#resource, since, revision);
    if (!touched || touched.size > Math.max(SLICE_ROWS, index.length / 4)) {
      this.#emit({ type: "outrun" });
      return;
    }
    this.#readAgain(index, [...touched]);
    this.#emit({ type: "followed", revision });
  }

  #viewOf({ index }: Ready): ColumnarView {
    if (this.#view) return this.#view;
    if (index.namesVersion !== this.#baseVersion) this.#baseOrders = new Map();
    this.#baseVersion = index.namesVersion;
    this.#view = new ColumnarView(this.#database, index, this.#baseOrders);
    return this.#view;
  }

  #lastRowid(): number {
    const { last } = this.#database
      .prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${this.#resource}`)
      .get() as { last: number };
    return last;
  }

  #newIndex(rows: number): TableIndex {
    return new TableIndex(this.#resource, rows, numberReaderOf(this.#database, this.#resource));
  }

  #readAgain(index: TableIndex, rowids: readonly number[]): void {
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
