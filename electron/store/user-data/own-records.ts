import { prepared, type Database } from "../database/open-database.ts";

/** A record to save; null as its value deletes it. */
export interface SavedRecord {
  readonly id: string;
  /** The value as JSON. */
  readonly value: string | null;
  /**
   * The stored text that the user saw; null if there was no record. If the present text differs, the record was edited
   * in the meantime.
   */
  readonly seen?: string | null | undefined;
  /** True to save the record only if it still exists. A team may have deleted it. */
  readonly isUpdate?: boolean | undefined;
}

/** A record of a document. Its value is JSON. */
export interface RecordRow {
  readonly id: string;
  readonly value: string;
}

/** The user's own records of documents, as JSON by id. Call the methods that write within a transaction. */
export class OwnRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param prefix the start of the ids. */
  read(connectionId: string, document: string, prefix = ""): readonly RecordRow[] {
    const sql = `SELECT id, value FROM documents
      WHERE connectionId = ? AND document = ? AND id >= ? AND id < ? AND deleted = 0 ORDER BY id`;
    return this.#all(sql, connectionId, document, prefix, `${prefix}\u{10FFFF}`);
  }

  /** The records of a document in the user's order. */
  inOrder(connectionId: string, document: string): readonly RecordRow[] {
    const sql = `SELECT id, value FROM documents
      WHERE connectionId = ? AND document = ? AND deleted = 0 ORDER BY place, id`;
    return this.#all(sql, connectionId, document);
  }

  /** The value of a record, even of a deleted one; null if the id is unknown. */
  find(connectionId: string, document: string, id: string): string | null {
    const sql = "SELECT value FROM documents WHERE connectionId = ? AND document = ? AND id = ?";
    const row = prepared(this.#database, sql).get(connectionId, document, id);
    return (row as { readonly value: string } | undefined)?.value ?? null;
  }

  /** Saves records. A record that is marked as deleted stays marked. */
  save(connectionId: string, document: string, records: readonly SavedRecord[]): void {
    const save = prepared(
      this.#database,
      `INSERT INTO documents (connectionId, document, id, value, version) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET version = version + 1, value = excluded.value`,
    );
    const remove = prepared(
      this.#database,
      "DELETE FROM documents WHERE connectionId = ? AND document = ? AND id = ?",
    );
    for (const { id, value } of records)
      if (value === null) remove.run(connectionId, document, id);
      else save.run(connectionId, document, id, value);
  }

  /** Saves a record of a document with an order. A new record comes last. */
  saveInOrder(connectionId: string, document: string, { id, value }: RecordRow): void {
    prepared(
      this.#database,
      `INSERT INTO documents (connectionId, document, id, value, version, place)
       SELECT ?1, ?2, ?3, ?4, 1, coalesce(max(place) + 1, 0) FROM documents WHERE connectionId = ?1 AND document = ?2
       ON CONFLICT DO UPDATE SET version = version + 1, value = excluded.value`,
    ).run(connectionId, document, id, value);
  }

  /** Moves a record before another record of its document; null moves it to the end. */
  move(connectionId: string, document: string, id: string, before: string | null): void {
    // Deleted records are included. So a restored record returns to its position.
    const rows = this.#all(
      "SELECT id, value FROM documents WHERE connectionId = ? AND document = ? ORDER BY place, id",
      connectionId,
      document,
    );
    const rest = rows.map((row) => row.id).filter((other) => other !== id);
    const place = before === null ? -1 : rest.indexOf(before);
    const order = rest.toSpliced(place < 0 ? rest.length : place, 0, id);
    const update = prepared(
      this.#database,
      "UPDATE documents SET place = ? WHERE connectionId = ? AND document = ? AND id = ?",
    );
    order.forEach((record, at) => update.run(at, connectionId, document, record));
  }

  /** Marks a record as deleted, or restores it. */
  setDeleted(connectionId: string, document: string, id: string, isDeleted: boolean): void {
    prepared(
      this.#database,
      "UPDATE documents SET deleted = ? WHERE connectionId = ? AND document = ? AND id = ?",
    ).run(Number(isDeleted), connectionId, document, id);
  }

  count(connectionId: string, document: string): number {
    const sql =
      "SELECT count(*) AS count FROM documents WHERE connectionId = ? AND document = ? AND deleted = 0";
    return (prepared(this.#database, sql).get(connectionId, document) as { count: number }).count;
  }

  /** Deletes the records of all documents of a connection. */
  forget(connectionId: string): void {
    prepared(this.#database, "DELETE FROM documents WHERE connectionId = ?").run(connectionId);
  }

  /** Deletes for good the records that could still be restored. */
  dropDeleted(): void {
    this.#database.exec("DELETE FROM documents WHERE deleted = 1");
  }

  #all(sql: string, ...values: readonly string[]): readonly RecordRow[] {
    return prepared(this.#database, sql).all(...values) as readonly RecordRow[];
  }
}
