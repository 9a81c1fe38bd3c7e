import { findField, QUERY_FIELDS, type Field } from "../../shared/inventory/fields.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Database } from "../store/database/open-database.ts";
import { readColumn } from "../store/query/row-reader.ts";
import { CodeColumn } from "./code-column.ts";
import { NumberColumn } from "./number-column.ts";
import { grown, capacityFor, picked } from "./capacity.ts";
import { TextColumn } from "./text-column.ts";

/** A row as `columnsOf` selects it: its row id, its folded texts, and the texts that it shares with other rows. */
export type IndexedRow = readonly [
  rowid: number,
  nameKey: string,
  idKey: string,
  ...texts: (string | null)[],
];
/** Reads the numbers of a field from the table. */
export interface NumberReader {
  /** The numbers of every row, in the order of row ids. */
  all(field: string): readonly (number | null)[];
  of(field: string, rowids: readonly number[]): Iterable<readonly [rowid: number, value: number | null]>;
}

/** Reads the numbers of a table. */
export function numberReaderOf(database: Database, table: Resource): NumberReader {
  return {
    all: (field) => readColumn(database, `SELECT ${field} FROM ${table} ORDER BY rowid`),
    of: (field, rowids) => {
      const statement = database.prepare(
        `SELECT rowid, ${field} FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`,
      );
      statement.setReturnArrays(true);
      return statement.all(JSON.stringify(rowids));
    },
  };
}

/** The columns of a table that queries need, in memory by slot. */
export class TableIndex {
  readonly resource: Resource;
  #names: TextColumn;
  #ids: TextColumn;
  readonly #fields: readonly Field[];
  #columns: readonly CodeColumn[];
  /** Columns of numbers and instants. A column is read when a query first needs it, because most are never needed. */
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #numberReader: NumberReader;
  #rowids: Uint32Array<ArrayBuffer>;
  /** For each row id, its slot plus one; 0 if the row has no slot. */
  #slots: Uint32Array<ArrayBuffer>;
  #length = 0;
  #namesVersion = 0;

  /** @param rows the expected number of rows, so that memory is allocated once. */
  constructor(resource: Resource, rows: number, numberReader: NumberReader) {
    this.resource = resource;
    this.#numberReader = numberReader;
    this.#names = new TextColumn(rows);
    this.#ids = new TextColumn(rows);
    this.#rowids = new Uint32Array(capacityFor(rows));
    this.#slots = new Uint32Array(capacityFor(rows));
    this.#fields = indexedFields(resource);
    this.#columns = this.#fields.map(() => new CodeColumn(rows));
  }

  /**
   * A copy for a past moment. `changeBack` then gives its rows their former values. Computed columns stay empty, except the
   * columns whose values users write.
   * @param later the rows that did not exist at the moment.
   */
  copyWithout(later: ReadonlySet<number>, numberReader: NumberReader): TableIndex {
    let slots = new Uint32Array(this.#length);
    let length = 0;
    for (let slot = 0; slot < this.#length; slot += 1)
      if (!later.has(this.#rowids[slot] ?? 0)) slots[length++] = slot;
    slots = slots.subarray(0, length);
    const copy = new TableIndex(this.resource, 0, numberReader);
    copy.#names = this.#names.copyOf(slots);
    copy.#ids = this.#ids.copyOf(slots);
    copy.#columns = this.#columns.map((column, at) =>
      this.#fields[at]?.computed && !this.#fields[at].computed.isOwn
        ? new CodeColumn(slots.length)
        : column.copyOf(slots),
    );
    for (const [field, column] of this.#numbers)
      if (!findField(this.resource, field)?.computed) copy.#numbers.set(field, column.copyOf(slots));
    copy.#rowids = picked(this.#rowids, slots);
    copy.#slots = new Uint32Array(this.#slots.length);
    for (let slot = 0; slot < slots.length; slot += 1) copy.#slots[copy.#rowids[slot] ?? 0] = slot + 1;
    copy.#length = slots.length;
    return copy;
  }

  /** Replaces values of a row. @param cells the values of some columns by name, as `columnsOf` selects them. */
  changeBack(rowid: number, cells: ReadonlyMap<string, string | number | null>): void {
    const slot = this.slotOf(rowid);
    if (slot < 0) return;
    const [nameKey, idKey] = [cells.get("nameKey"), cells.get("idKey")];
    if (typeof nameKey === "string") this.#names.put(slot, nameKey);
    if (typeof idKey === "string") this.#ids.put(slot, idKey);
    for (const [at, { name }] of this.#fields.entries()) {
      const cell = cells.get(name);
      if (cell !== undefined) this.#columns[at]?.put(slot, cell === null ? null : String(cell));
    }
    for (const [field, column] of this.#numbers) {
      const cell = cells.get(field);
      if (cell !== undefined) column.put(slot, typeof cell === "number" ? cell : null);
    }
  }

  /** Replaces all texts of a column. @param rows the rows that have a text. */
  replaceTexts(field: string, rows: Iterable<readonly [rowid: number, text: string]>): void {
    const column = new CodeColumn(this.#length);
    for (const [rowid, text] of rows) if (this.slotOf(rowid) >= 0) column.put(this.slotOf(rowid), text);
    this.#columns = this.#columns.with(
      this.#fields.findIndex(({ name }) => name === field),
      column,
    );
  }

  /** Folded names, for searches. */
  get names(): TextColumn {
    return this.#names;
  }

  /** Folded ids, together with the ids of their holders, for searches. */
  get ids(): TextColumn {
    return this.#ids;
  }

  /** The number of used slots, one for each row. */
  get length(): number {
    return this.#length;
  }

  /** The version of names and ids. It grows when a row is added or renamed; other changes do not affect their order. */
  get namesVersion(): number {
    return this.#namesVersion;
  }

  /** The row ids by slot. */
  get rowids(): Uint32Array {
    return this.#rowids.subarray(0, this.#length);
  }

  /** The slot of a row; -1 if the index does not have it. */
  slotOf(rowid: number): number {
    return (this.#slots[rowid] ?? 0) - 1;
  }

  /** The values of some rows, in the rows' order. @param bySlot the column from which they are read. */
  pick(bySlot: Uint32Array, rowids: Uint32Array): Uint32Array {
    const slots = this.#slots;
    const picked = new Uint32Array(rowids.length);
    for (let at = 0; at < picked.length; at += 1) picked[at] = bySlot[(slots[rowids[at] ?? 0] ?? 0) - 1] ?? 0;
    return picked;
  }

  /** Adds a row, or replaces the row with the same id. */
  put([rowid, nameKey, idKey, ...cells]: IndexedRow): void {
    const known = this.slotOf(rowid);
    const slot = known >= 0 ? known : this.#add(rowid);
    if (known < 0 || !this.#names.is(slot, nameKey)) {
      this.#names.put(slot, nameKey);
      this.#namesVersion += 1;
    }
    if (known < 0 || !this.#ids.is(slot, idKey)) this.#ids.put(slot, idKey);
    for (const [index, column] of this.#columns.entries()) column.put(slot, cells[index] ?? null);
  }

  /** The numbers, or instants, of a field; undefined for a field of another kind. */
  numbers(field: string): NumberColumn | undefined {
    const kind = findField(this.resource, field)?.kind;
    if (kind !== "number" && kind !== "date") return undefined;
    const known = this.#numbers.get(field);
    if (known) return known;
    const column = new NumberColumn(this.#length);
    this.#putAllNumbers(field, column);
    this.#numbers.set(field, column);
    return column;
  }

  /** Reads the numbers of some rows again, in the columns that are loaded. */
  refreshNumbers(rowids: readonly number[]): void {
    for (const [field, column] of this.#numbers)
      for (const [rowid, value] of this.#numberReader.of(field, rowids)) {
        const slot = this.slotOf(rowid);
        if (slot >= 0) column.put(slot, value);
      }
  }

  /** The texts of a field that many rows share; undefined if there is no such column. */
  texts(field: string): CodeColumn | undefined {
    return this.#columns[this.#fields.findIndex(({ name }) => name === field)];
  }

  #putAllNumbers(field: string, column: NumberColumn): void {
    const values = this.#numberReader.all(field);
    // Rows are never deleted, so every row of the table has a slot.
    if (values.length !== this.#length)
      throw new Error(`${this.resource}: ${values.length} numbers of ${field} for ${this.#length} rows`);
    let at = 0;
    for (const slotAndOne of this.#slots)
      if (slotAndOne > 0) column.put(slotAndOne - 1, values[at++] ?? null);
  }

  #add(rowid: number): number {
    const slot = this.#length;
    this.#rowids = grown(this.#rowids, slot);
    this.#slots = grown(this.#slots, rowid);
    this.#rowids[slot] = rowid;
    this.#slots[rowid] = slot + 1;
    this.#length += 1;
    return slot;
  }
}

/** SQL for the columns that the index reads. */
export function columnsOf(resource: Resource): string {
  return ["rowid", "nameKey", "idKey", ...indexedFields(resource).map(({ name }) => name)].join(", ");
}

/**
 * The fields that are indexed from the start. Names and ids have columns of their own; numbers and dates are read when
 * a query needs them.
 */
function indexedFields(resource: Resource): readonly Field[] {
  return QUERY_FIELDS[resource].filter(
    ({ name, kind }) => name !== "id" && name !== "name" && kind !== "number" && kind !== "date",
  );
}
