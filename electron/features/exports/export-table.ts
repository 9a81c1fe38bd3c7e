import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** The last exports of each connection. */
export class ExportTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** A profile's exports as JSON, the latest first. */
  exports(profileId: string): readonly string[] {
    const sql = "SELECT progress FROM exports WHERE profileId = ? ORDER BY startedAt DESC, id";
    const rows = this.#database.prepare(sql).all(profileId) as { progress: string }[];
    return rows.map(({ progress }) => progress);
  }

  /** Adds an export, and deletes all but the latest `kept` of its profile. */
  addExport(id: string, profileId: string, startedAt: number, progress: string, kept: number): void {
    this.#transactions.guard(() => {
      this.#database
        .prepare("INSERT INTO exports (id, profileId, startedAt, progress) VALUES (?, ?, ?, ?)")
        .run(id, profileId, startedAt, progress);
      this.#database
        .prepare(
          `DELETE FROM exports WHERE profileId = ?1 AND id NOT IN
           (SELECT id FROM exports WHERE profileId = ?1 ORDER BY startedAt DESC, id LIMIT ?2)`,
        )
        .run(profileId, kept);
    });
  }
}

export const EXPORT_TABLES: UserTables<ExportTable> = {
  open: (context) => new ExportTable(context),
  forget: (database, profileId) =>
    void database.prepare("DELETE FROM exports WHERE profileId = ?").run(profileId),
};
