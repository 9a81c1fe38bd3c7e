import type { Resource } from "../../../shared/resource-names.ts";
import type { Cell } from "./decode.ts";
import type { Encoded } from "./encode.ts";
import { fieldColumns, OWN_COLUMNS } from "./columns.ts";
import type { Database } from "./open-database.ts";

/** What became of one record. */
export interface Outcome {
  readonly rowid: number;
  readonly change: "inserted" | "updated" | "kept";
}

/** When and in what order a record was fetched. */
export interface Fetched {
  readonly sequence: number;
  /** Milliseconds since the epoch by the local clock. */
  readonly at: number;
  /** True where the record was asked for by its id; then even an unchanged row takes the new sequence and time. */
  readonly verified: boolean;
}

/** @param probablyNew true in a first pull. */
export type Upsert = (record: Encoded, fetched: Fetched, probablyNew: boolean) => Outcome;

/**
 * Prepares the writing of one resource's records (design 4.4): the newer `updatedAt` wins; where they are equal,
 * or one is null, the later fetch wins; a row that did not change is not written.
 */
export function prepareUpsert(database: Database, resource: Resource): Upsert {
  const fields = fieldColumns(resource);
  const columns = [...fields, ...OWN_COLUMNS];
  const find = database.prepare(
    `SELECT rowid, fetchSequence, remainder, ${fields.join(", ")} FROM ${resource} WHERE id = ?`,
  );
  find.setReturnArrays(true);
  const insert = database.prepare(
    `INSERT INTO ${resource} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
     ON CONFLICT (id) DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE ${resource} SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE rowid = ?`,
  );
  const touch = database.prepare(`UPDATE ${resource} SET fetchSequence = ?, fetchedAt = ? WHERE rowid = ?`);
  const updatedAt = fields.indexOf("updatedAt");

  return (record, fetched, probablyNew) => {
    const values = [
      ...record.cells,
      record.remainder,
      record.nameSort,
      record.nameKey,
      record.idKey,
      fetched.sequence,
      fetched.at,
    ];
    const add = (): Outcome | null => {
      const { changes, lastInsertRowid } = insert.run(...values);
      return changes === 0 ? null : { rowid: Number(lastInsertRowid), change: "inserted" };
    };
    // In a first pull nearly every record is new, and looking for it first would only cost.
    const added = probablyNew ? add() : null;
    if (added) return added;
    const found = find.get(record.id) as Cell[] | undefined;
    const inserted = found ? null : add();
    if (inserted) return inserted;

    const [rowid, sequence, remainder, ...cells] = found as [number, number, string | null, ...Cell[]];
    const same = remainder === record.remainder && record.cells.every((cell, index) => cell === cells[index]);
    if (same) {
      // Somebody asked for this very record: a page that was requested earlier and arrives later must not undo it.
      if (fetched.verified && fetched.sequence > sequence) touch.run(fetched.sequence, fetched.at, rowid);
      return { rowid, change: "kept" };
    }
    if (!wins(record.cells[updatedAt] ?? null, cells[updatedAt] ?? null, fetched.sequence >= sequence)) {
      return { rowid, change: "kept" };
    }
    update.run(...values, rowid);
    return { rowid, change: "updated" };
  };
}

function wins(incoming: Cell, stored: Cell, later: boolean): boolean {
  if (incoming === null || stored === null || incoming === stored) return later;
  return incoming > stored;
}
