import type { Database } from "../database/open-database.ts";
import { storeFailure } from "../database/store-error.ts";

/** The exports of each profile that are remembered. */
export class ExportLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A profile's exports as JSON, the latest first. */
  list(profileId: string): string[] {
    const rows = this.#database
      .prepare("SELECT progress FROM exports WHERE profileId = ? ORDER BY startedAt DESC, id")
      .all(profileId) as { progress: string }[];
    return rows.map(({ progress }) => progress);
  }

  /** Remembers one, and forgets all but the last so many of its profile. @throws AppFailure of kind `store`. */
  add(id: string, profileId: string, startedAt: number, progress: string, kept: number): void {
    try {
      this.#database
        .prepare("INSERT INTO exports (id, profileId, startedAt, progress) VALUES (?, ?, ?, ?)")
        .run(id, profileId, startedAt, progress);
      this.#database
        .prepare(
          `DELETE FROM exports WHERE profileId = ?1 AND id NOT IN
           (SELECT id FROM exports WHERE profileId = ?1 ORDER BY startedAt DESC, id LIMIT ?2)`,
        )
        .run(profileId, kept);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** Forgets all of a profile. */
  forget(profileId: string): void {
    this.#database.prepare("DELETE FROM exports WHERE profileId = ?").run(profileId);
  }
}
