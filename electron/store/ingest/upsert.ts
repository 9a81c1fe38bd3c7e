import { fromMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { decode, type Cell } from "../database/decode.ts";
import type { Encoded } from "../database/encode.ts";
import { fieldColumns, OWN_COLUMNS } from "../database/columns.ts";
import type { Database } from "../database/open-database.ts";
import type { RowSet } from "./row-set.ts";
import { violatesConstraint } from "../database/store-error.ts";

/** The result of writing one record. */
export interface Outcome {
  readonly rowid: number;
  readonly change: "inserted" | "updated" | "kept";
  /** The row before the update. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** True if the row was hidden and is shown again. */
  readonly revived: boolean;
}

/** When a record was fetched, by time and by order. */
export interface Fetched {
  readonly sequence: number;
  /** The time of the answer, ms since the epoch by the local clock. */
  readonly at: number;
  /**
   * The latest time of the answer by the service's clock: the end of the second in its `Date` header, or an
   * estimate if there is no header.
   */
  readonly servedBy: number;
  /** True for a record that was requested by its id. Then even an unchanged row gets the new sequence and time. */
  readonly verified: boolean;
  /** True for a page of a full check. Its versions are current, even if the service was restored to older data. */
  readonly fullCheck?: boolean;
  /** The event for which the record was requested; absent if there was none. */
  readonly event?: string;
}

/** A page that is about to be stored. */
export interface PageToStore {
  /** The records as they were received. */
  readonly records: readonly unknown[];
  readonly requestId: string | null;
  readonly fetched: Fetched;
}

/** Records in one INSERT statement. Statements with ten records make a first pull a fifth faster. */
const GROUP = 10;

/** A row: its id, fetch sequence, time of hiding, newest known update, `unmapped`, then the fields. */
type Found = [number, number, number | null, number | null, string | null, ...Cell[]];

/**
 * Writes one resource's records (design 4.4). The newer `updatedAt` wins; if they are equal, null or in the future, the
 * later fetch wins. In a full check, and for a record that was requested by its id, the later fetch always wins,
 * because the service may have been restored to older data. An unchanged row is not written. A hidden row is shown
 * again as soon as a later request returns it (design 4.8).
 */
export class Upsert {
  readonly #resource: Resource;
  readonly #createdAt: number;
  readonly #updatedAt: number;
  readonly #find;
  readonly #insert;
  readonly #insertGroup;
  readonly #update;
  readonly #touch;
  readonly #show;
  readonly #hide;

  constructor(database: Database, resource: Resource) {
    const fields = fieldColumns(resource);
    const columns = [...fields, ...OWN_COLUMNS];
    const row = `(${columns.map(() => "?").join(", ")})`;
    const insertRows = (count: number): string =>
      `INSERT INTO ${resource} (${columns.join(", ")}) VALUES ${Array(count).fill(row).join(", ")}`;
    this.#resource = resource;
    this.#createdAt = fields.indexOf("createdAt");
    this.#updatedAt = fields.indexOf("updatedAt");
    this.#find = database.prepare(
      `SELECT rowid, fetchSequence, noLongerReturnedSince, seenUpdatedAt, unmapped, ${fields.join(", ")} FROM ${resource} WHERE id = ?`,
    );
    this.#find.setReturnArrays(true);
    this.#insert = database.prepare(insertRows(1));
    this.#insertGroup = database.prepare(insertRows(GROUP));
    this.#update = database.prepare(
      `UPDATE ${resource} SET ${columns.map((column) => `${column} = ?`).join(", ")}, seenUpdatedAt = ? WHERE rowid = ?`,
    );
    this.#touch = database.prepare(`UPDATE ${resource} SET fetchSequence = ?, fetchedAt = ? WHERE rowid = ?`);
    this.#show = database.prepare(`UPDATE ${resource} SET noLongerReturnedSince = NULL WHERE rowid = ?`);
    this.#hide = database.prepare(
      `UPDATE ${resource} SET noLongerReturnedSince = ?, fetchSequence = ? WHERE rowid = ?`,
    );
  }

  /**
   * Inserts records in groups, until a group contains an existing record. Nearly all records of a first pull are new.
   * @returns the row ids of the inserted records, which are the first ones of `records`.
   */
  insertNew(records: readonly Encoded[], fetched: Fetched): readonly number[] {
    const rowids: number[] = [];
    for (let begin = 0; begin + GROUP <= records.length; begin += GROUP) {
      const group = records.slice(begin, begin + GROUP);
      try {
        const { lastInsertRowid } = this.#insertGroup.run(
          ...group.flatMap((record) => valuesOf(record, fetched)),
        );
        // New row ids are consecutive, because nothing else writes in this transaction.
        for (let back = GROUP - 1; back >= 0; back -= 1) rowids.push(Number(lastInsertRowid) - back);
      } catch (thrown) {
        // A record of the group already exists, so the whole statement had no effect.
        if (violatesConstraint(thrown)) return rowids;
        throw thrown;
      }
    }
    return rowids;
  }

  /** Predicts the effect of `write`: the row id, null for a new row, and whether a row would change. */
  compare(
    record: Encoded,
    fetched: Fetched,
    brought: RowSet | null = null,
  ): { readonly rowid: number | null; readonly changes: boolean } {
    const found = this.#findRow(record.id);
    if (!found) return { rowid: null, changes: true };
    const { updates, revived } = this.#judge(found, record, fetched, brought);
    return { rowid: found[0], changes: updates || revived };
  }

  /**
   * Writes a record.
   * @param brought the rows that the same listing has already returned. Of two versions in one listing the newer one
   * wins, because a service may repeat a record in the version of an earlier page (specification 4.4.5).
   */
  write(record: Encoded, fetched: Fetched, brought: RowSet | null = null): Outcome {
    const found = this.#findRow(record.id);
    if (!found) {
      const { lastInsertRowid } = this.#insert.run(...valuesOf(record, fetched));
      return { rowid: Number(lastInsertRowid), change: "inserted", before: null, revived: false };
    }
    const [rowid] = found;
    const { later, same, updates, revived, seenUpdatedAt } = this.#judge(found, record, fetched, brought);
    if (revived) this.#show.run(rowid);
    if (!updates) {
      // The user requested this record. A page that was requested earlier must not overwrite it later.
      if (same && later && (fetched.verified || revived))
        this.#touch.run(fetched.sequence, fetched.at, rowid);
      return { rowid, change: "kept", before: null, revived };
    }
    this.#update.run(...valuesOf(record, fetched), seenUpdatedAt, rowid);
    const [, , , , unmapped, ...cells] = found;
    return { rowid, change: "updated", before: decode(this.#resource, cells, unmapped), revived };
  }

  /** Hides a row and returns it; null if a later request has returned the record, or the row is hidden already. */
  hide(id: string, fetched: Fetched) {
    const found = this.#findRow(id);
    if (!found) return null;
    const [rowid, sequence, hidden, , unmapped, ...cells] = found;
    if (hidden !== null || fetched.sequence < sequence) return null;
    // `fetchedAt` stays unchanged, because a 404 contains no record.
    this.#hide.run(fromMilliseconds(fetched.servedBy), fetched.sequence, rowid);
    return { rowid, record: decode(this.#resource, cells, unmapped) };
  }

  /** Whether the copy has this record: the same id and, if it is known, the same date. */
  recognises(record: Encoded): boolean {
    const found = this.#findRow(record.id);
    if (!found) return false;
    const [, , , , , ...cells] = found;
    const [theirs, ours] = [record.cells[this.#createdAt] ?? null, cells[this.#createdAt] ?? null];
    return theirs === null || ours === null || theirs === ours;
  }

  #findRow(id: string): Found | undefined {
    return this.#find.get(id) as Found | undefined;
  }

  /** Compares a stored row with a record of the same id. */
  #judge(
    [rowid, sequence, hidden, seen, unmapped, ...cells]: Found,
    record: Encoded,
    fetched: Fetched,
    brought: RowSet | null,
  ) {
    const later = fetched.sequence >= sequence;
    const same = unmapped === record.unmapped && record.cells.every((cell, index) => cell === cells[index]);
    const latest = fromMilliseconds(fetched.servedBy);
    const [incoming, stored] = [record.cells, cells].map((row) => stampOf(row[this.#updatedAt], latest)) as [
      Instant | null,
      Instant | null,
    ];
    const isAuthoritative = fetched.verified || (fetched.fullCheck === true && brought?.has(rowid) !== true);
    const updates = !same && (isAuthoritative ? later : wins(incoming, stored, later));
    // Only an authoritative answer can be older than the stored row. The newest known update stays stored until the
    // record catches up.
    const newest = Math.max(stored ?? -Infinity, seen !== null && seen <= latest ? seen : -Infinity);
    const seenUpdatedAt = incoming !== null && incoming < newest ? newest : null;
    return { later, same, updates, revived: hidden !== null && later, seenUpdatedAt };
  }
}

/** The record's `updatedAt`. Null if it is missing, or in the future, which proves nothing. */
function stampOf(cell: Cell | undefined, latest: Instant): Instant | null {
  return typeof cell === "number" && cell <= latest ? cell : null;
}

/** A row's values in the order of the columns. */
function valuesOf(record: Encoded, { sequence, at }: Fetched): Cell[] {
  const { cells, unmapped, nameSort, nameKey, idKey } = record;
  return [...cells, unmapped, nameSort, nameKey, idKey, sequence, at];
}

function wins(incoming: Instant | null, stored: Instant | null, later: boolean): boolean {
  if (incoming === null || stored === null || incoming === stored) return later;
  return incoming > stored;
}
