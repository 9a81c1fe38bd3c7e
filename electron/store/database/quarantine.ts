import { createHash } from "node:crypto";
import { KEPT_MALFORMED, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { Cell } from "./decode.ts";
import { type Database, prepared } from "./open-database.ts";
import { count } from "./facts.ts";

/** The most characters that are kept of a malformed record. They help to find the cause. */
const KEPT_TEXT = 4_000;

/** The records that cannot be stored. A record that arrives several times is kept once. */
export class Quarantine {
  readonly #database: Database;
  // This statement is prepared once, because it runs for every record of a page.
  readonly #release;

  constructor(database: Database) {
    this.#database = database;
    this.#release = prepared(database, "DELETE FROM quarantine WHERE resource = ? AND identity = ?");
  }

  /**
   * Keeps a malformed record, unless this pass has already filled the quarantine.
   * @returns the record's identity, by which later copies are recognised.
   */
  put(
    resource: Resource,
    record: unknown,
    reason: string,
    requestId: string | null,
    pass: number,
    at: number,
  ): string {
    const text = JSON.stringify(record) ?? "undefined";
    const identity = identify(record, text);
    // If earlier passes filled the quarantine, the oldest record is replaced.
    this.#run(
      `DELETE FROM quarantine WHERE (resource, identity) IN
         (SELECT resource, identity FROM quarantine WHERE pass < ?3 ORDER BY pass LIMIT 1)
         AND (SELECT count(*) FROM quarantine) >= ${KEPT_MALFORMED}
         AND NOT EXISTS (SELECT 1 FROM quarantine WHERE resource = ?1 AND identity = ?2)`,
      [resource, identity, pass],
    );
    this.#run(
      `INSERT OR REPLACE INTO quarantine (resource, identity, reason, record, requestId, pass, seenAt)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT count(*) FROM quarantine) < ${KEPT_MALFORMED}
         OR EXISTS (SELECT 1 FROM quarantine WHERE resource = ?1 AND identity = ?2)`,
      [resource, identity, reason, text.slice(0, KEPT_TEXT), requestId, pass, at],
    );
    return identity;
  }

  /** Removes the record of an id from the quarantine. The record has now arrived intact. */
  release(resource: Resource, id: string): void {
    this.#release.run(resource, `id:${id}`);
  }

  /** Removes the records that a full listing did not contain again. */
  expire(resource: Resource, pass: number): void {
    this.#run("DELETE FROM quarantine WHERE resource = ? AND pass < ?", [resource, pass]);
  }

  get size(): number {
    return count(this.#database, "quarantine");
  }

  #run(sql: string, values: readonly Cell[]): void {
    prepared(this.#database, sql).run(...values);
  }
}

/** The identity of a record: its id if that is valid, otherwise a hash of its text. */
function identify(record: unknown, text: string): string {
  const id = typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
  return typeof id === "string" && id !== "" && id.length < 1_000
    ? `id:${id}`
    : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** A quarantined record, with the reason why it cannot be stored. */
export interface QuarantinedRecord {
  readonly resource: Resource;
  /** The id; null if the record had no usable id. */
  readonly id: string | null;
  readonly reason: string;
  readonly requestId: string | null;
  /** When the record was last seen, ms since the epoch by the local clock. */
  readonly seenAt: number;
}

/** The quarantined records, the latest first. */
export function readQuarantine(database: Database, limit: number): QuarantinedRecord[] {
  return prepared(
    database,
    `SELECT resource, CASE WHEN identity LIKE 'id:%' THEN substr(identity, 4) END AS id, reason, requestId, seenAt
       FROM quarantine ORDER BY seenAt DESC, resource, identity LIMIT ?`,
  ).all(limit);
}
