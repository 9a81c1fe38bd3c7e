import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** The past exports of each connection. */
export class ExportTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** The exports of a connection as JSON, the latest first. */
  exports(connectionId: string): readonly string[] {
    const sql = "SELECT progress FROM exports WHERE connectionId = ? ORDER BY startedAt DESC, id";
    const rows = this.#database.prepare(sql).all(connectionId) as { progress: string }[];
    return rows.map(({ progress }) => progress);
  }

  /** Adds an export, and deletes all exports of its connection except the latest `kept`. */
  addExport(id: string, connectionId: string, startedAt: number, progress: string, kept: number): void {
    this.#transactions.guard(() => {
      this.#database
        .prepare("INSERT INTO exports (id, connectionId, startedAt, progress) VALUES (?, ?, ?, ?)")
        .run(id, connectionId, startedAt, progress);
      this.#database
        .prepare(
          `DELETE FROM exports WHERE connectionId = ?1 AND id NOT IN
           (SELECT id FROM exports WHERE connectionId = ?1 ORDER BY startedAt DESC, id LIMIT ?2)`,
        )
        .run(connectionId, kept);
    });
  }
}

export const EXPORT_TABLES: UserTables<ExportTable> = {
  open: (context) => new ExportTable(context),
  forget: (database, connectionId) =>
    void database.prepare("DELETE FROM exports WHERE connectionId = ?").run(connectionId),
};
