import type { Query } from "../../shared/query/query.ts";
import { NO_LONGER_RETURNED, OWN_FIELDS } from "../../shared/inventory/fields.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { prepared, type Database } from "../store/database/open-database.ts";
import { readRowids } from "../store/query/row-reader.ts";
import type { FormerRow, PastRows } from "../store/query/past-rows.ts";
import { Bitmap } from "./bitmap.ts";
import { ColumnarView, type PastView } from "./columnar-view.ts";
import { hasSqlIndex } from "./row-orders.ts";
import { numberReaderOf, type TableIndex } from "./table-index.ts";
import type { TableSource } from "./table-source.ts";

type Sort = NonNullable<Query["sort"]>;

/** The most renamed rows that are sorted in one by one. If there are more, SQLite sorts all rows. */
const MOST_RENAMED = 5_000;

/** A table's columnar index at a past moment. It is a copy of the present index with former values. */
export class PastTable implements TableSource, PastView {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #rows: PastRows;
  readonly #index: TableIndex;
  /**
   * The slots of the rows that existed, in their present order by name. They are copied once, because the present order
   * changes.
   */
  readonly #byName: Uint32Array;
  readonly #renamed = new Set<number>();
  readonly #baseOrders = new Map<string, Uint32Array>();
  readonly hidden: Bitmap;
  #view: { readonly revision: number; readonly view: ColumnarView } | null = null;

  /** @param database the connection that has `rows`. @param present the index of the present rows. */
  constructor(database: Database, resource: Resource, rows: PastRows, present: ColumnarView) {
    this.#database = database;
    this.#resource = resource;
    this.#rows = rows;
    const later = new Set(rows.removeLater(resource));
    this.#index = present.index.copyWithout(later, numberReaderOf(database, resource));
    this.hidden = new Bitmap(this.#index.length);
    const { rowids } = present.index;
    this.#byName = this.#slotsOf(present.byName, (slot) => rowids[slot] ?? 0);
  }

  /** Undoes the table's changes in steps. @returns yields the number of changes that a step has undone. */
  *rebuild(): Generator<number> {
    const hidden = new Set(this.#rows.hiddenNow(this.#resource));
    yield* this.#rows.undo(this.#resource, (row) => {
      const { rowid, cells } = row;
      this.#index.changeBack(rowid, cells);
      this.noteFormer(row);
      const since = cells.get(NO_LONGER_RETURNED.name);
      if (since === null) hidden.delete(rowid);
      else if (since !== undefined) hidden.add(rowid);
    });
    for (const rowid of hidden) {
      const slot = this.#index.slotOf(rowid);
      if (slot >= 0) this.hidden.add(slot);
    }
  }

  /** Remembers a row that was renamed later. Its old position by name may differ from its present position. */
  noteFormer({ rowid, cells }: FormerRow): void {
    if (cells.has("nameSort")) this.#renamed.add(rowid);
  }

  at(revision: number): ColumnarView {
    // A commit may change the user's names for ids and columns that users write, but nothing else of the past.
    if (this.#view?.revision !== revision) {
      for (const name of OWN_FIELDS[this.#resource]) this.#index.replaceTexts(name, this.#presentTexts(name));
      const view = new ColumnarView(this.#database, this.#index, this.#baseOrders, this);
      this.#view = { revision, view };
    }
    return this.#view.view;
  }

  whole(revision: number): ColumnarView {
    return this.at(revision);
  }

  step(): null {
    return null;
  }

  #presentTexts(field: string): readonly [rowid: number, text: string][] {
    const sql = `SELECT rowid, ${field} AS text FROM ${this.#resource} WHERE ${field} IS NOT NULL`;
    const rows = prepared(this.#database, sql).all() as { rowid: number; text: string }[];
    return rows.map(({ rowid, text }) => [rowid, text]);
  }

  /** The present order of the rows, but with renamed rows at their old positions. */
  orderOf(sort: Sort): Uint32Array | null {
    if (sort.length > 1 || !hasSqlIndex(sort) || this.#renamed.size > MOST_RENAMED) return null;
    const { field, direction } = sort[0] ?? { field: "name", direction: "asc" };
    const isByName = field === "name";
    const order = isByName && direction === "asc" ? this.#byName : this.#presentOrder(isByName, direction);
    if (!isByName || this.#renamed.size === 0) return order;
    const moved = [...this.#renamed].map((rowid) => this.#index.slotOf(rowid)).filter((slot) => slot >= 0);
    return withMoved(order, new Set(moved), (left, right) =>
      this.#compareNames(left, right, direction === "desc" ? -1 : 1),
    );
  }

  #presentOrder(isByName: boolean, direction: "asc" | "desc"): Uint32Array {
    const by = `${isByName ? "t.nameSort" : "t.id"}${direction === "desc" ? " DESC" : ""}`;
    const select = `SELECT t.rowid FROM main.${this.#resource} AS t ORDER BY ${by}, t.id`;
    return this.#slotsOf(readRowids(this.#database, select), (rowid) => rowid);
  }

  /** The slots of ordered rows, without the rows that did not exist. */
  #slotsOf(ordered: ArrayLike<number>, rowidOf: (one: number) => number): Uint32Array {
    const slots = new Uint32Array(this.#index.length);
    let length = 0;
    for (let at = 0; at < ordered.length; at += 1) {
      const slot = this.#index.slotOf(rowidOf(ordered[at] ?? 0));
      if (slot >= 0) slots[length++] = slot;
    }
    return slots.subarray(0, length);
  }

  #compareNames(left: number, right: number, sign: 1 | -1): number {
    const [one, other] = [this.#nameOf(left), this.#nameOf(right)];
    return sign * Buffer.compare(one.name, other.name) || Buffer.compare(one.id, other.id);
  }

  #nameOf(slot: number): { readonly name: Buffer; readonly id: Buffer } {
    const sql = `SELECT nameSort, id FROM ${this.#resource} WHERE rowid = ?`;
    const { nameSort, id } = prepared(this.#database, sql).get(this.#index.rowids[slot] ?? -1) as {
      nameSort: string;
      id: string;
    };
    return { name: Buffer.from(nameSort), id: Buffer.from(id) };
  }
}

/** Moves some slots of an order to their right places. The other slots are already in order. */
function withMoved(
  order: Uint32Array,
  moved: ReadonlySet<number>,
  compare: (left: number, right: number) => number,
): Uint32Array {
  const others = order.filter((slot) => !moved.has(slot));
  const placed = new Uint32Array(order.length);
  let [from, to] = [0, 0];
  for (const slot of [...moved].toSorted(compare)) {
    let [low, high] = [from, others.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(others[middle] ?? 0, slot) < 0) low = middle + 1;
      else high = middle;
    }
    placed.set(others.subarray(from, low), to);
    to += low - from;
    placed[to++] = slot;
    from = low;
  }
  placed.set(others.subarray(from), to);
  return placed;
}
