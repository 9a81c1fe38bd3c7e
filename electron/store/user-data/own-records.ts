import { prepared, type Database } from "../database/open-database.ts";
import type { RecordRow } from "../../features/backup/backup-table.ts";

/** A record that is saved. Null deletes it. */
export interface SavedRecord {
  readonly id: string;
  /** JSON. */
  readonly value: string | null;
  /** The stored text that the user saw; null for none. If it differs, the record was edited meanwhile. */
  readonly seen?: string | null | undefined;
}

interface OwnTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** A condition for the rows that exist for the user. */
  readonly kept?: string;
}

/** Documents with a table of their own, and the columns of a record. */
const TABLES: Readonly<Record<string, OwnTable>> = {
  names: { table: "names", columns: ["name", "team", "note"] },
  itemNotes: {
    table: "item_notes",
    columns: ["itemId", "text", "askedOn", "outAt", "createdAt", "archivedAt"],
  },
  // Their order is not part of a record, so the class of views adds them.
  views: { table: "views", columns: ["resource", "name", "definition"], kept: "deleted = 0" },
  alertRules: { table: "alert_rules", columns: ["definition"], kept: "deleted = 0" },
};

/** The user's own records of documents, as JSON by id. Writing belongs into a transaction. */
export class OwnRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param prefix that of the ids. */
  read(profileId: string, document: string, prefix = ""): readonly RecordRow[] {
    const own = TABLES[document];
    const parts = own?.columns.map((column) => `'${column}', ${column}`).join();
    const sql = own
      ? `SELECT id, json_object(${parts}) AS value FROM ${own.table} WHERE profileId = ? AND id >= ? AND id < ? AND ${own.kept ?? "1"} ORDER BY id`
      : "SELECT id, value FROM documents WHERE profileId = ?1 AND document = ?4 AND id >= ?2 AND id < ?3 ORDER BY id";
    const bounds = [profileId, prefix, `${prefix}\u{10FFFF}`, ...(own ? [] : [document])];
    return prepared(this.#database, sql).all(...bounds) as readonly RecordRow[];
  }

  save(profileId: string, document: string, records: readonly SavedRecord[]): void {
    const own = TABLES[document];
    const columns = own?.columns.join();
    const values = own?.columns.map((column) => `?3 ->> '$.${column}'`).join();
    const save = own
      ? `INSERT OR REPLACE INTO ${own.table} (profileId, id, ${columns}) VALUES (?1, ?2, ${values})`
      : `INSERT INTO documents (profileId, id, value, document, version) VALUES (?1, ?2, ?3, ?4, 1)
         ON CONFLICT DO UPDATE SET version = version + 1, value = excluded.value`;
    const remove = own
      ? `DELETE FROM ${own.table} WHERE profileId = ? AND id = ?`
      : "DELETE FROM documents WHERE profileId = ? AND id = ? AND document = ?";
    const of = own ? [] : [document];
    for (const { id, value } of records)
      if (value === null) prepared(this.#database, remove).run(profileId, id, ...of);
      else prepared(this.#database, save).run(profileId, id, value, ...of);
  }

  count(profileId: string, document: string): number {
    const own = TABLES[document];
    const sql = `SELECT count(*) AS count FROM ${own?.table ?? "documents"} WHERE profileId = ?${own ? "" : " AND document = ?"}`;
    const row = prepared(this.#database, sql).get(profileId, ...(own ? [] : [document]));
    return (row as { count: number }).count;
  }
}
