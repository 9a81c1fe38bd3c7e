import { randomBytes } from "node:crypto";
import type { Instant } from "../../../../shared/base/time/instant.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { encode } from "../../../store/database/encode.ts";
import { countRows, writeFacts, type Facts } from "../../../store/database/facts.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import { beginBulkLoad, endBulkLoad } from "../../../store/ingest/bulk-load.ts";
import { Upsert } from "../../../store/ingest/upsert.ts";
import { CountedUse } from "./counted-use.ts";
import type { Position } from "./state.ts";

/** A record that was read from the store. */
export interface LoadedRecord {
  readonly resource: Resource;
  readonly id: string;
  /** The record as JSON. */
  readonly record: string;
  readonly hidden: Instant | null;
  readonly counted: string | null;
  /**
   * The published value, then its currency and the reason for a missing value. Without these, a journal could never
   * withdraw them.
   */
  readonly value: string | null;
  readonly currency: string | null;
  readonly gap: string | null;
}

/** The rows of counted days. */
export interface LoadedDays {
  readonly counted: readonly (readonly [string, number, number, number | null])[];
  readonly stock: readonly (readonly [
    day: string,
    dimension: string,
    id: string,
    status: string,
    items: number,
    length: number | null,
    weight: number | null,
  ])[];
  readonly consumption: readonly (readonly [string, string, number, number])[];
  readonly quarters: readonly (readonly [number])[];
}

/** The revision of a filled copy. */
const REVISION = 1;

/**
 * Fills an empty copy from the store. So a collector that takes over needs no pull. Until `finish` is called, the file
 * is not a journal; a file that a crash left in this state is discarded.
 */
export class CopyLoader {
  readonly #database: Database;
  readonly #upserts: Readonly<Record<Resource, Upsert>>;
  readonly #use: CountedUse;
  #hasValues = false;

  constructor(database: Database) {
    this.#database = database;
    beginBulkLoad(database);
    this.#upserts = {
      items: new Upsert(database, "items"),
      types: new Upsert(database, "types"),
      locations: new Upsert(database, "locations"),
    };
    this.#use = new CountedUse(database);
    database.exec("BEGIN");
  }

  /** Adds records. @param now ms since the epoch. */
  addRecords(records: readonly LoadedRecord[], now: number): void {
    // Every later request has a higher number, so its answer replaces this record (design 4.4).
    const fetched = { sequence: 0, at: now, servedBy: 0, verified: false };
    for (const { resource, id, record, hidden, counted, value, currency, gap } of records) {
      const encoded = encode(resource, JSON.parse(record));
      if ("reason" in encoded) throw new Error(`a record of the store is malformed: ${encoded.reason}`);
      const { rowid } = this.#upserts[resource].write(encoded, fetched);
      if (hidden !== null)
        prepared(this.#database, `UPDATE ${resource} SET noLongerReturnedSince = ? WHERE rowid = ?`).run(
          hidden,
          rowid,
        );
      if (value !== null || gap !== null) {
        this.#hasValues = true;
        prepared(
          this.#database,
          "UPDATE items SET value = ?, valueCurrency = ?, valueGap = ? WHERE rowid = ?",
        ).run(value === null ? null : Number(value), currency, gap, rowid);
      }
      if (counted !== null) this.#use.restore(id, counted);
    }
  }

  addDays({ counted, stock, consumption, quarters }: LoadedDays): void {
    const insert = (sql: string, rows: readonly (readonly (string | number | null)[])[]): void => {
      for (const row of rows) prepared(this.#database, sql).run(...row);
    };
    insert("INSERT INTO snapshot_days (day, takenAt, lowStock, problems) VALUES (?, ?, ?, ?)", counted);
    insert(
      "INSERT INTO snapshots (day, dimension, id, status, items, length, weight) VALUES (?, ?, ?, ?, ?, ?, ?)",
      stock,
    );
    insert("INSERT INTO consumption (day, typeId, length, weight) VALUES (?, ?, ?, ?)", consumption);
    insert("INSERT INTO observed_quarters (quarter) VALUES (?)", quarters);
  }

  /** Ends filling. @returns the position of the new journal, which has no changes yet. */
  finish(facts: Partial<Facts>): Position {
    const journal = randomBytes(8).toString("hex");
    this.#database.exec("COMMIT");
    endBulkLoad(this.#database);
    this.#database.exec("BEGIN");
    writeFacts(this.#database, {
      ...facts,
      rows: countRows(this.#database),
      firstPullComplete: true,
      revision: REVISION,
      epoch: journal,
      // The values are from before the take-over. They are needed for the first comparison with today's prices.
      ...(this.#hasValues ? { valued: 0 } : {}),
    });
    this.#database.exec("COMMIT");
    return { journal, revision: REVISION, change: 0 };
  }

  close(): void {
    this.#database.close();
  }
}
