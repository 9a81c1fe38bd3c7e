import { prepared, type Database } from "../database/open-database.ts";

/** A record that is saved. Null deletes it. */
export interface SavedRecord {
  readonly id: string;
  /** JSON. */
  readonly value: string | null;
  /** The stored text that the user saw; null for none. If it differs, the record was edited in the meantime. */
  readonly seen?: string | null | undefined;
}

/** A record of a document; the value is JSON. */
export interface RecordRow {
  readonly id: string;
  readonly value: string;
}

/** The separate table of a document, and the columns of a record. */
export interface RecordTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** A condition for the rows that exist for the user. The others could be restored until the session ends. */
  readonly kept?: string;
}

/** The user's own records of documents, as JSON by id. Writing belongs into a transaction. */
export class OwnRecords {
  readonly #database: Database;
  readonly #tables: Readonly<Record<string, RecordTable>>;

  /** @param tables the documents with a table of their own. */
  constructor(database: Database, tables: Readonly<Record<string, RecordTable>>) {
    this.#database = database;
    this.#tables = tables;
  }

  /** @param prefix that of the ids. */
  read(profileId: string, document: string, prefix = ""): readonly RecordRow[] {
    const own = this.#tables[document];
    const parts = own?.columns.map((column) => `'${column}', ${column}`).join();
    const sql = own
      ? `SELECT id, json_object(${parts}) AS value FROM ${own.table} WHERE profileId = ? AND id >= ? AND id < ? AND ${own.kept ?? "1"} ORDER BY id`
      : "SELECT id, value FROM documents WHERE profileId = ?1 AND document = ?4 AND id >= ?2 AND id < ?3 ORDER BY id";
    const bounds = [profileId, prefix, `${prefix}\u{10FFFF}`, ...(own ? [] : [document])];
    return prepared(this.#database, sql).all(...bounds) as readonly RecordRow[];
  }

  save(profileId: string, document: string, records: readonly SavedRecord[]): void {
    const own = this.#tables[document];
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
    const own = this.#tables[document];
    const sql = `SELECT count(*) AS count FROM ${own?.table ?? "documents"} WHERE profileId = ?${own ? "" : " AND document = ?"}`;
    const row = prepared(this.#database, sql).get(profileId, ...(own ? [] : [document]));
    return (row as { count: number }).count;
  }

  /** Deletes a connection's records of all documents. */
  forget(profileId: string): void {
    const own = Object.values(this.#tables).map(({ table }) => table);
    for (const table of ["documents", ...own])
      prepared(this.#database, `DELETE FROM ${table} WHERE profileId = ?`).run(profileId);
  }

  /** Deletes the records that no longer exist for the user. */
  dropDeleted(): void {
    for (const { table, kept } of Object.values(this.#tables))
      if (kept !== undefined) this.#database.exec(`DELETE FROM ${table} WHERE NOT (${kept})`);
  }
}
