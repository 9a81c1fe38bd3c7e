import type { Instant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { iterate, type Database } from "../database/open-database.ts";
import type { RowSet } from "./row-set.ts";

/** A row that a listing of everything did not bring, and that is to be asked for by its id. */
export interface MissingRow {
  readonly resource: Resource;
  readonly id: string;
}

/** Rows that the last listing of everything did not see (design 4.8), kept until they were asked for one by one. */
export class MissingRows {
  readonly #database: Database;
  // Prepared, because it runs for every record of a page.
  readonly #settle;

  constructor(database: Database) {
    this.#database = database;
    this.#settle = database.prepare("DELETE FROM missing WHERE resource = ? AND id = ?");
  }

  get some(): boolean {
    const row = this.#database.prepare("SELECT EXISTS (SELECT 1 FROM missing) AS some").get();
    return (row as { some: number }).some === 1;
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
    for (const [rowid, id] of iterate(statement, before) as Iterable<[number, string]>)
      if (!seen.has(rowid)) ids.push(id);
    return ids;
  }

  /** Keeps what a listing of everything did not see, in place of what an earlier one had not. */
  replace(resource: Resource, ids: readonly string[], generation: number, returnedAt: Instant | null): void {
    this.#database.prepare("DELETE FROM missing WHERE resource = ?").run(resource);
    const add = this.#database.prepare(
      "INSERT OR REPLACE INTO missing (resource, id, generation, returnedAt) VALUES (?, ?, ?, ?)",
    );
    for (const id of ids) add.run(resource, id, generation, returnedAt);
  }

  /** A row was answered for: it came, or the service said that there is none. */
  settle(resource: Resource, id: string): void {
    this.#settle.run(resource, id);
  }

  /** The next rows to ask for, the longest missing first. */
  next(limit: number): readonly MissingRow[] {
    return this.#database
      .prepare("SELECT resource, id FROM missing ORDER BY generation, resource DESC, id LIMIT ?")
      .all(limit);
  }

  /** When a missing row was still there, by the service's clock; undefined where it is none of these. */
  returnedAt(resource: Resource, id: string): { readonly at: Instant | null } | undefined {
    return this.#database
      .prepare("SELECT returnedAt AS at FROM missing WHERE resource = ? AND id = ?")
      .get(resource, id) as { at: number | null } | undefined;
  }
}
