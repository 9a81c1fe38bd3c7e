import type { Instant } from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { iterate, type Database, prepared } from "../database/open-database.ts";
import type { RowSet } from "./row-set.ts";

/** A row that a full listing did not return. A pass requests it by its id. */
export interface MissingRow {
  readonly resource: Resource;
  readonly id: string;
}

const HOUR = 60 * 60_000;
const FIRST_PAUSE = HOUR;
const LONGEST_PAUSE = 7 * 24 * HOUR;

/** Rows that the last full listing did not return (design 4.8). They are kept until each has been requested. */
export class MissingRows {
  readonly #database: Database;
  // This statement is prepared once, because it runs for every record of a page.
  readonly #settle;

  constructor(database: Database) {
    this.#database = database;
    this.#settle = database.prepare("DELETE FROM missing WHERE resource = ? AND id = ?");
  }

  get some(): boolean {
    const row = prepared(this.#database, "SELECT EXISTS (SELECT 1 FROM missing) AS some").get();
    return (row as { some: number }).some === 1;
  }

  /**
   * The ids of shown rows that a full listing did not return.
   * @param before the number of a request. Rows with this or a higher number were requested after the listing began.
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

  /** Replaces the missing rows of an earlier full listing. Rows that are still missing keep their pauses. */
  replace(resource: Resource, ids: readonly string[], generation: number, returnedAt: Instant | null): void {
    const add = prepared(
      this.#database,
      `INSERT INTO missing (resource, id, generation, returnedAt) VALUES (?, ?, ?, ?)
         ON CONFLICT (resource, id) DO UPDATE SET generation = excluded.generation, returnedAt = excluded.returnedAt`,
    );
    for (const id of ids) add.run(resource, id, generation, returnedAt);
    prepared(this.#database, "DELETE FROM missing WHERE resource = ? AND generation < ?").run(
      resource,
      generation,
    );
  }

  /** Removes a row from the list, because it arrived or the service answered 404. */
  settle(resource: Resource, id: string): void {
    this.#settle.run(resource, id);
  }

  /**
   * Postpones a row that cannot be requested. The pause is an hour, then twice as long each time, up to a week.
   * @param now ms.
   */
  setAside(resource: Resource, id: string, now: number): void {
    prepared(
      this.#database,
      `UPDATE missing SET tries = tries + 1, notBefore = ? + min(? * (1 << min(tries, 20)), ?)
       WHERE resource = ? AND id = ?`,
    ).run(now, FIRST_PAUSE, LONGEST_PAUSE, resource, id);
  }

  /** The next rows to request, the longest missing first. @param now ms since the epoch. */
  next(limit: number, now: number): readonly MissingRow[] {
    return prepared(
      this.#database,
      `SELECT resource, id FROM missing WHERE notBefore IS NULL OR notBefore <= ? OR notBefore > ?
       ORDER BY generation, resource DESC, id LIMIT ?`,
    ).all(now, now + LONGEST_PAUSE, limit);
  }

  /** When the service last returned a missing row, by the service's clock; undefined for any other row. */
  returnedAt(resource: Resource, id: string): { readonly at: Instant | null } | undefined {
    return prepared(this.#database, "SELECT returnedAt AS at FROM missing WHERE resource = ? AND id = ?").get(
      resource,
      id,
    ) as { at: number | null } | undefined;
  }
}
