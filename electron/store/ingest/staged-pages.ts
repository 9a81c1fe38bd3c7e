import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { type Database, prepared } from "../database/open-database.ts";
import type { Fetched, PageToStore } from "./upsert.ts";

/**
 * Pages of a full check that would change rows. They wait until all pages have arrived and the changes are allowed
 * (design 4.8). They are in a temporary table, because the pages of a large company do not fit into memory.
 */
export class StagedPages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    database.exec(`
      CREATE TEMP TABLE staged_pages (
        number INTEGER PRIMARY KEY, resource TEXT NOT NULL, records TEXT NOT NULL, requestId TEXT, fetched TEXT NOT NULL
      );
      CREATE TEMP TABLE staged_ids (resource TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (resource, id)) WITHOUT ROWID;
    `);
  }

  /** Stages a page. @returns the number of unknown ids that were not staged before. */
  add(resource: Resource, { records, requestId, fetched }: PageToStore, unknown: readonly string[]): number {
    prepared(
      this.#database,
      "INSERT INTO temp.staged_pages (resource, records, requestId, fetched) VALUES (?, ?, ?, ?)",
    ).run(resource, JSON.stringify(records), requestId, JSON.stringify(fetched));
    const addId = prepared(
      this.#database,
      "INSERT OR IGNORE INTO temp.staged_ids (resource, id) VALUES (?, ?)",
    );
    return unknown.reduce((count, id) => count + addId.run(resource, id).changes, 0);
  }

  /** Removes and returns the next pages of a resource, in the order of their arrival. */
  take(resource: Resource, limit: number): readonly PageToStore[] {
    const rows = prepared(
      this.#database,
      `DELETE FROM temp.staged_pages WHERE number IN
         (SELECT number FROM temp.staged_pages WHERE resource = ? ORDER BY number LIMIT ?)
         RETURNING number, records, requestId, fetched`,
    ).all(resource, limit) as {
      number: number;
      records: string;
      requestId: string | null;
      fetched: string;
    }[];
    rows.sort((left, right) => left.number - right.number);
    return rows.map(({ records, requestId, fetched }) => ({
      records: JSON.parse(records) as unknown[],
      requestId,
      fetched: JSON.parse(fetched) as Fetched,
    }));
  }

  /** Deletes the staged pages of one resource, or all staged pages. */
  drop(resource?: Resource): void {
    for (const table of ["staged_pages", "staged_ids"]) {
      if (resource === undefined) this.#database.exec(`DELETE FROM temp.${table}`);
      else prepared(this.#database, `DELETE FROM temp.${table} WHERE resource = ?`).run(resource);
    }
  }
}
