import { NO_LONGER_RETURNED, QUERY_FIELDS, type Field } from "../../../../shared/fields.ts";
import type { Resource } from "../../../../shared/resource-names.ts";
import type { Cell } from "../decode.ts";
import { Bitmap } from "./bitmap.ts";
import { CodeColumn } from "./code-column.ts";
import { NumberColumn } from "./number-column.ts";
import { TextColumn } from "./text-column.ts";

/** A row as `columnsOf` selects it: its id in the table, its folded texts, then the fields. */
export type IndexedRow = readonly [rowid: number, nameKey: string, idKey: string, ...cells: Cell[]];

/** What every row of one table has in the columns that queries ask for, held in memory slot by slot. */
export class TableIndex {
  readonly resource: Resource;
  /** Folded names, and folded ids with their holders: what a search looks through. */
  readonly names = new TextColumn();
  readonly ids = new TextColumn();
  readonly #fields: readonly Field[];
  readonly #columns: readonly (NumberColumn | CodeColumn)[];
  #rowids = new Uint32Array(1_024);
  /** The slot of each row id, plus one; 0 where there is none. */
  #slots = new Uint32Array(1_024);
  #length = 0;
  #namesVersion = 0;

  constructor(resource: Resource) {
    this.resource = resource;
    this.#fields = indexedFields(resource);
    this.#columns = this.#fields.map(({ kind }) =>
      kind === "number" || kind === "date" ? new NumberColumn() : new CodeColumn(),
    );
  }

  /** Slots in use: one a row. */
  get length(): number {
    return this.#length;
  }

  /** Grows when a row is added or has another name: what else changes leaves the order of names and ids as it is. */
  get namesVersion(): number {
    return this.#namesVersion;
  }

  /** The row ids by slot. */
  get rowids(): Uint32Array {
    return this.#rowids.subarray(0, this.#length);
  }

  /** The slot of a row; -1 where the index does not have it. */
  slotOf(rowid: number): number {
    return (this.#slots[rowid] ?? 0) - 1;
  }

  /** Takes a row as it is now, new or known. */
  put([rowid, nameKey, idKey, ...cells]: IndexedRow): void {
    const known = this.slotOf(rowid);
    const slot = known >= 0 ? known : this.#add(rowid);
    if (known < 0 || !this.names.is(slot, nameKey)) {
      this.names.put(slot, nameKey);
      this.#namesVersion += 1;
    }
    if (known < 0 || !this.ids.is(slot, idKey)) this.ids.put(slot, idKey);
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? null;
      if (column instanceof NumberColumn) column.put(slot, cell as number | null);
      else column.put(slot, cell as string | null);
    }
  }

  /** The numbers, or instants, of a field; undefined where it has no such column. */
  numbers(field: string): NumberColumn | undefined {
    const column = this.#columnOf(field);
    return column instanceof NumberColumn ? column : undefined;
  }

  /** The texts of a field that many rows share; undefined where it has no such column. */
  texts(field: string): CodeColumn | undefined {
    const column = this.#columnOf(field);
    return column instanceof CodeColumn ? column : undefined;
  }

  /** The slots of rows that the service still returns. */
  shown(): Bitmap {
    return this.numbers(NO_LONGER_RETURNED.name)?.empty(this.#length) ?? Bitmap.full(this.#length);
  }

  #columnOf(field: string): NumberColumn | CodeColumn | undefined {
    return this.#columns[this.#fields.findIndex(({ name }) => name === field)];
  }

  #add(rowid: number): number {
    const slot = this.#length;
    this.#rowids = roomFor(this.#rowids, slot);
    this.#slots = roomFor(this.#slots, rowid);
    this.#rowids[slot] = rowid;
    this.#slots[rowid] = slot + 1;
    this.#length += 1;
    return slot;
  }
}

/** The columns of a table that its index is made of. */
export function columnsOf(resource: Resource): string {
  return ["rowid", "nameKey", "idKey", ...indexedFields(resource).map(({ name }) => name)].join(", ");
}

/** Names and ids have texts of their own; every other field has a column. */
function indexedFields(resource: Resource): readonly Field[] {
  return QUERY_FIELDS[resource].filter(({ name }) => name !== "id" && name !== "name");
}

function roomFor(numbers: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const larger = new Uint32Array(Math.max(index + 1, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
