import type { Instant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Database } from "../database/open-database.ts";
import type { RowSet } from "./row-set.ts";

/** A row that a listing of everything did not bring, and that is to be asked for by its id. */
export interface MissingRow {
  readonly resource: Resource;
  readonly id: string;
}

/** Rows that the last listing of everything did not see (design 4.8), kept until they were asked for one by one. */
export class MissingRows {
  readonly #database: Database;
  readonly #add;
  readonly #remove;
  readonly #clear;
  readonly #next;
  readonly #returnedAt;
  #count: number;

  constructor(database: Database) {
    this.#database = database;
    this.#add = database.prepare(
      "INSERT OR REPLACE INTO missing (resource, id, generation, returnedAt) VALUES (?, ?, ?, ?)",
    );
    this.#remove = database.prepare("DELETE FROM missing WHERE resource = ? AND id = ?");
    this.#clear = database.prepare("DELETE FROM missing WHERE resource = ?");
    this.#next = database.prepare(
      "SELECT resource, id FROM missing ORDER BY generation, resource DESC, id LIMIT ?",
    );
    this.#returnedAt = database.prepare("SELECT returnedAt AS at FROM missing WHERE resource = ? AND id = ?");
    this.#count = this.#countRows();
  }

  get count(): number {
    return this.#count;
  }

  /**
   * The ids of rows that are shown and were not seen by a listing of everything.
   * @param before rows whose last request has this number or a higher one were asked for since the listing began.
   */
  unseen(resource: Resource, seen: RowSet, before: number): readonly string[] {
    const statement = this.#database.prepare(
      `SELECT rowid, id FROM ${resource} WHERE noLongerReturnedSince IS NULL AND fetchSequence < ?`,
    );
    statement.setReturnArrays(true);
    const ids: string[] = [];
    try {
      for (const [rowid, id] of statement.iterate(before) as IterableIterator<[number, string]>) {
        if (!seen.has(rowid)) ids.push(id);
      }
    } finally {
      // Also what keeps the statement alive meanwhile (see export-reader.ts).
      statement.close();
    }
    return ids;
  }

  /** Keeps what a listing of everything did not see, in place of what an earlier one had not. */
  replace(resource: Resource, ids: readonly string[], generation: number, returnedAt: Instant | null): void {
    if (this.#count > 0) this.#clear.run(resource);
    for (const id of ids) this.#add.run(resource, id, generation, returnedAt);
    this.recount();
  }

  /** A row was answered for: it came, or the service said that there is none. */
  settle(resource: Resource, id: string): void {
    if (this.#count > 0) this.#count -= this.#remove.run(resource, id).changes;
  }

  /** The next rows to ask for, the longest missing first. */
  next(limit: number): readonly MissingRow[] {
    return (this.#next.all(limit) as unknown as MissingRow[]).map(({ resource, id }) => ({
      resource,
      id,
    }));
  }

  /** When an missing row was still there, by the service's clock; undefined where it is none of these. */
  returnedAt(resource: Resource, id: string): { readonly at: Instant | null } | undefined {
    return this.#returnedAt.get(resource, id) as { at: number | null } | undefined;
  }

  /** After a transaction that was undone. */
  recount(): void {
    this.#count = this.#countRows();
  }

  #countRows(): number {
    return (this.#database.prepare("SELECT count(*) AS count FROM missing").get() as { count: number }).count;
  }
}
