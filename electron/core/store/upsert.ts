import { fromMilliseconds } from "../../../shared/instant.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { decode, type Cell } from "./decode.ts";
import type { Encoded } from "./encode.ts";
import { fieldColumns, OWN_COLUMNS } from "./columns.ts";
import type { Database } from "./open-database.ts";

/** What became of one record. */
export interface Outcome {
  readonly rowid: number;
  readonly change: "inserted" | "updated" | "kept";
  /** The row as it was before it was updated. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** True where the row was no longer returned, and now is again. */
  readonly revived: boolean;
}

/** When and in what order a record was fetched. */
export interface Fetched {
  readonly sequence: number;
  /** Milliseconds since the epoch by the local clock. */
  readonly at: number;
  /** The end of the second in which the service answered, by its clock as far as it told; ms since the epoch. */
  readonly servedBy: number;
  /** True where the record was asked for by its id; then even an unchanged row takes the new sequence and time. */
  readonly verified: boolean;
}

/** The statements that write one resource's records. */
export interface Upsert {
  /** @param probablyNew true in a first pull. */
  write(record: Encoded, fetched: Fetched, probablyNew: boolean): Outcome;
  /**
   * Hides a row that the service answered 404 for; answers the record, null where a later request has brought it
   * or it is hidden already.
   */
  hide(id: string, fetched: Fetched): Readonly<Record<string, unknown>> | null;
  /** Whether the copy has this very record: the same id, and as old as this one where both tell. */
  recognises(record: Encoded): boolean;
}

/**
 * Prepares the writing of one resource's records (design 4.4): the newer `updatedAt` wins; where they are equal,
 * or one is null, the later fetch wins; a row that did not change is not written. Whatever wins, a row that was no
 * longer returned is shown again at once when a later request brings it (design 4.8).
 */
export function prepareUpsert(database: Database, resource: Resource): Upsert {
  const fields = fieldColumns(resource);
  const columns = [...fields, ...OWN_COLUMNS];
  const find = database.prepare(
    `SELECT rowid, fetchSequence, noLongerReturnedSince, remainder, ${fields.join(", ")} FROM ${resource} WHERE id = ?`,
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
  const show = database.prepare(`UPDATE ${resource} SET noLongerReturnedSince = NULL WHERE rowid = ?`);
  const hide = database.prepare(
    `UPDATE ${resource} SET noLongerReturnedSince = ?, fetchSequence = ?, fetchedAt = ? WHERE rowid = ?`,
  );
  const createdAt = fields.indexOf("createdAt");
  const updatedAt = fields.indexOf("updatedAt");

  type Found = [number, number, number | null, string | null, ...Cell[]];
  const findRow = (id: string): Found | undefined => find.get(id) as Found | undefined;

  return {
    write: (record, fetched, probablyNew) => {
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
        return changes === 0
          ? null
          : { rowid: Number(lastInsertRowid), change: "inserted", before: null, revived: false };
      };
      // In a first pull nearly every record is new, and looking for it first would only cost.
      const added = probablyNew ? add() : null;
      if (added) return added;
      const found = findRow(record.id);
      const inserted = found ? null : add();
      if (inserted) return inserted;

      const [rowid, sequence, hidden, remainder, ...cells] = found as Found;
      const later = fetched.sequence >= sequence;
      const revived = hidden !== null && later;
      if (revived) show.run(rowid);
      const same =
        remainder === record.remainder && record.cells.every((cell, index) => cell === cells[index]);
      if (same || !wins(record.cells[updatedAt] ?? null, cells[updatedAt] ?? null, later)) {
        // Somebody asked for this very record: a page that was requested earlier and arrives later must not undo it.
        if (same && later && (fetched.verified || revived)) touch.run(fetched.sequence, fetched.at, rowid);
        return { rowid, change: "kept", before: null, revived };
      }
      update.run(...values, rowid);
      return { rowid, change: "updated", before: decode(resource, cells, remainder), revived };
    },

    hide: (id, fetched) => {
      const found = findRow(id);
      if (!found) return null;
      const [rowid, sequence, hidden, remainder, ...cells] = found;
      if (hidden !== null || fetched.sequence < sequence) return null;
      hide.run(fromMilliseconds(fetched.servedBy), fetched.sequence, fetched.at, rowid);
      return decode(resource, cells, remainder);
    },

    recognises: (record) => {
      const found = findRow(record.id);
      if (!found) return false;
      const [, , , , ...cells] = found;
      const [theirs, ours] = [record.cells[createdAt] ?? null, cells[createdAt] ?? null];
      return theirs === null || ours === null || theirs === ours;
    },
  };
}

function wins(incoming: Cell, stored: Cell, later: boolean): boolean {
  if (incoming === null || stored === null || incoming === stored) return later;
  return incoming > stored;
}
